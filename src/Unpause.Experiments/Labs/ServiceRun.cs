using Unpause.Recorder;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Experiments.Labs;

/// <summary>One run of the recommendations service under load, recorded.</summary>
/// <param name="Report">The workers that served requests, with the client's latencies.</param>
/// <param name="Spans">The same requests from the service's traces, with the gaps.</param>
/// <param name="Latency">Latency with and without GC, also when no request is slow.</param>
/// <param name="SpanLatency">The same for the service's own spans.</param>
/// <param name="AtService">Latency with the service time scaled by this factor.</param>
internal sealed record ServiceRun(
    Report Report,
    RequestReport Spans,
    RequestAttribution Latency,
    RequestAttribution SpanLatency,
    Func<double, RequestAttribution> AtService)
{
    /// <summary>The CPU share of other processes on the machine during the run; null when unknown.</summary>
    public double? Others { get; private init; }

    /// <summary>The client's latencies, matched with the workers' pauses.</summary>
    public RequestAttribution Client => Report.Requests!.Attribution;

    /// <summary>Runs <c>drive.py</c> under the recorder and reads what it leaves.</summary>
    /// <param name="driver">The command, without its arguments.</param>
    /// <param name="environment">Environment variables of the service: <c>NAME=value</c>.</param>
    /// <param name="task">How to run it.</param>
    /// <param name="workers">gunicorn's worker processes, each with a request at a time.</param>
    /// <returns>Null when the user interrupted it.</returns>
    /// <exception cref="UserMistake">It did not run, or left nothing to judge.</exception>
    public static ServiceRun? Record(IReadOnlyList<string> driver, IReadOnlyList<string> environment, LabTask task, int workers)
    {
        string[] arguments =
        [
            task.Folder, "--seconds", $"{task.Load.Seconds}", "--rate", $"{task.Load.Rate}", "--workers", $"{workers}", "--seed",
            $"{task.Seed}"
        ];
        task.MakeFolder();
        var options = new RunOptions(["env", .. environment, .. driver, .. arguments], LabRun.RecordingFolder(task));
        var load = MachineLoad.Begin();
        return LabRun.Recorded(options, result =>
        {
            var others = load.Others();
            if (result.ExitCode == ExitCodes.Interrupted) return null;
            if (result.ExitCode != 0)
                throw new UserMistake($"the lab's service or its load test exited with code {result.ExitCode}; its output is above");
            var spans = LabRun.Requests(Path.Combine(task.Folder, "spans.jsonl"));
            var client = LabRun.Requests(Path.Combine(task.Folder, "requests.csv"));
            return Judge(LabRun.ReportOf(result, spans), client, spans, new AttributionOptions(task.Load.SlowNanoseconds)) with
            {
                Others = others,
            };
        });
    }

    private static ServiceRun Judge(Report report, RequestSet client, RequestSet spans, AttributionOptions options)
    {
        var now = UnixTime.NowNanoseconds;
        Recording[] recordings = [.. report.Processes.Select(process => process.Recording)];
        RequestAttribution Latency(RequestSet set, double service) =>
            RequestAttribution.Compute(
                [set], recordings, new AttributionOptions(0) { SampledShare = 1, KeepEach = true, ServiceFactor = service });
        return new ServiceRun(
            report with { Requests = RequestReport.Create([client], report, options, now) },
            RequestReport.Create([spans], report, options, now),
            Latency(client, 1),
            Latency(spans, 1),
            service => Latency(client, service));
    }
}
