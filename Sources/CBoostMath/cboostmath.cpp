#include "cboostmath.h"
