#include "cboostmath.h"

#include <cmath>
#include <limits>

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace {

namespace bm = boost::math;
using namespace boost::math::policies;

// No policy throws, and no policy aborts: what cannot be computed comes back as NaN or infinity.
using Quiet = policy<
    domain_error<errno_on_error>, pole_error<errno_on_error>, overflow_error<ignore_error>,
    underflow_error<ignore_error>, denorm_error<ignore_error>, rounding_error<ignore_error>,
    evaluation_error<errno_on_error>, indeterminate_result_error<errno_on_error>>;

using Wide = long double;
using Student = bm::students_t_distribution<Wide, Quiet>;
using NoncentralStudent = bm::non_central_t_distribution<Wide, Quiet>;

constexpr Wide root_half = 0.70710678118654752440084436210484903928L;
constexpr Wide root_two = 1.41421356237309504880168872420969807857L;
constexpr Wide inverse_root_two_pi = 0.39894228040143267793994605993438186848L;

// An exception must not reach Swift, which cannot unwind it; some Boost internals throw
// whatever the policy says (allocation, series that do not converge).
template <class Function> double guarded(Function function) noexcept {
    try {
        double result = static_cast<double>(function());
        return std::fabs(result) < std::numeric_limits<double>::min() ? 0 : result;
    } catch (...) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}

}  // namespace

double cbm_normal_lower(double x) {
    return guarded([=] { return std::erfc(-Wide(x) * root_half) / 2; });
}

double cbm_normal_quantile(double p) {
    return guarded([=] { return -root_two * bm::erfc_inv(2 * Wide(p), Quiet()); });
}

double cbm_normal_excess(double z) {
    return guarded([=] {
        // For large z both terms are close to each other: about 2 log10(z) of nineteen digits go.
        Wide density = std::exp(-Wide(z) * z / 2) * inverse_root_two_pi;
        Wide tail = std::erfc(Wide(z) * root_half) / 2;
        return tail == 0 ? Wide(0) : density - Wide(z) * tail;
    });
}

double cbm_student_lower(double degrees, double x) {
    return guarded([=] { return bm::cdf(Student(degrees), Wide(x)); });
}

double cbm_student_quantile(double degrees, double p) {
    return guarded([=] { return bm::quantile(Student(degrees), Wide(p)); });
}

double cbm_noncentral_student_lower(double degrees, double noncentrality, double x) {
    return guarded([=] { return bm::cdf(NoncentralStudent(degrees, noncentrality), Wide(x)); });
}

double cbm_noncentral_student_upper(double degrees, double noncentrality, double x) {
    return guarded([=] {
        return bm::cdf(bm::complement(NoncentralStudent(degrees, noncentrality), Wide(x)));
    });
}

double cbm_chi_square_lower(double degrees, double x) {
    return guarded([=] { return bm::gamma_p(Wide(degrees) / 2, Wide(x) / 2, Quiet()); });
}

double cbm_chi_square_upper(double degrees, double x) {
    return guarded([=] { return bm::gamma_q(Wide(degrees) / 2, Wide(x) / 2, Quiet()); });
}

double cbm_chi_square_upper_quantile(double degrees, double p) {
    return guarded([=] { return 2 * bm::gamma_q_inv(Wide(degrees) / 2, Wide(p), Quiet()); });
}

double cbm_beta_lower(double a, double b, double x) {
    return guarded([=] { return bm::ibeta(Wide(a), Wide(b), Wide(x), Quiet()); });
}

double cbm_beta_upper(double a, double b, double x) {
    return guarded([=] { return bm::ibetac(Wide(a), Wide(b), Wide(x), Quiet()); });
}

double cbm_beta_quantile(double a, double b, double p) {
    return guarded([=] { return bm::ibeta_inv(Wide(a), Wide(b), Wide(p), static_cast<Wide*>(nullptr), Quiet()); });
}

double cbm_beta_upper_quantile(double a, double b, double p) {
    return guarded([=] { return bm::ibetac_inv(Wide(a), Wide(b), Wide(p), static_cast<Wide*>(nullptr), Quiet()); });
}
