// Distribution functions of Boost.Math behind a C interface.
//
// Every function computes in long double and rounds once. None throws, none traps: an argument
// outside the domain gives NaN, a result beyond the range of double gives an infinity or zero, and
// so does one below its normal range: a subnormal has lost the digits that are promised here.
// "lower" is P(X <= x), "upper" is P(X > x) computed as such, never as one minus the other.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

double cbm_normal_lower(double x);
double cbm_normal_quantile(double p);
/// E[(Z - z)+] for a standard normal Z.
double cbm_normal_excess(double z);

double cbm_student_lower(double degrees, double x);
double cbm_student_quantile(double degrees, double p);
double cbm_noncentral_student_lower(double degrees, double noncentrality, double x);
double cbm_noncentral_student_upper(double degrees, double noncentrality, double x);

double cbm_chi_square_lower(double degrees, double x);
double cbm_chi_square_upper(double degrees, double x);
double cbm_chi_square_upper_quantile(double degrees, double p);

double cbm_beta_lower(double a, double b, double x);
double cbm_beta_upper(double a, double b, double x);
double cbm_beta_quantile(double a, double b, double p);
double cbm_beta_upper_quantile(double a, double b, double p);

#ifdef __cplusplus
}
#endif
