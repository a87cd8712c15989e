namespace Unpause.Bench.App;

/// <summary>The measurements of one process, as a line of JSON.</summary>
/// <param name="Variant">Its name.</param>
/// <param name="Configuration">The GC configuration as the runtime reports it.</param>
/// <param name="Requests">How many were measured.</param>
/// <param name="Answers">Number and sum of all results: the same in every variant, or something is wrong.</param>
/// <param name="LiveBytes">Resident memory with the live objects and before the first request.</param>
/// <param name="PeakBytes">The most resident memory from then on.</param>
internal sealed record Outcome(
    string Variant,
    string Configuration,
    int Requests,
    Answer Answers,
    double Seconds,
    double CpuMilliseconds,
    double P50Milliseconds,
    double P99Milliseconds,
    int Gen0,
    int Gen1,
    int Gen2,
    double PauseMilliseconds,
    long LiveBytes,
    long PeakBytes,
    long AllocatedBytes);
