namespace Unpause.Fleet.Questions.Comparison;

/// <summary>What one process of one of two sides did in one step of time.</summary>
/// <param name="IsNew">Whether it is of the new version or of the candidate.</param>
/// <param name="Stop">Stop time in seconds.</param>
/// <param name="Work">Requests, bytes or seconds.</param>
internal readonly record struct SideSlice(string Process, string Host, long Step, bool IsNew, double Stop, double Work);

/// <summary>One process: the logarithm of its stop time as a multiple of what is expected for its work and its hours.</summary>
/// <param name="Expected">The expected stop time, in seconds.</param>
internal readonly record struct ProcessRate(string Process, string Host, bool IsNew, double Log, double Expected);
