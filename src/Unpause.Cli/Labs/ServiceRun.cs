using Unpause.Analysis.Attribution;
using Unpause.Readers;
using Unpause.Recorder;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Requests;

namespace Unpause.Cli.Labs;

/// <summary>One run of the recommendations service under load, recorded.</summary>
/// <param name="Report">The workers that served; its requests are those that the client measured.</param>
/// <param name="Spans">The same requests as the service's traces tell them, with the holes.</param>
/// <param name="Latency">Latency with and without the collector, also where no request is slow.</param>
/// <param name="SpanLatency">The same of the service's own spans.</param>
/// <param name="AtService">The first again, if a request needed so many times the service.</param>
internal sealed record ServiceRun(Report Report, RequestReport Spans, RequestAttribution Latency, RequestAttribution SpanLatency, Func<double, RequestAttribution> AtService)
{
    /// <summary>What the client measured, laid over the workers' pauses.</summary>
    public RequestAttribution Client => Report.Requests!.Attribution;

    /// <summary>Runs <c>drive.py</c> under the recorder and reads what it leaves.</summary>
    /// <param name="driver">The command, without its arguments.</param>
    /// <param name="environment">What the service is told: <c>NAME=value</c>.</param>
    /// <param name="folder">For recordings, traces and client-side times.</param>
    /// <param name="seed">Runs with the same one get the same requests at the same moments.</param>
    /// <param name="load">How to run it.</param>
    /// <returns>Null when the user interrupted it.</returns>
    /// <exception cref="UserMistake">It did not run, or left nothing to judge.</exception>
    public static ServiceRun? Record(IReadOnlyList<string> driver, IReadOnlyList<string> environment, string folder, int seed, ServiceLoad load)
    {
        string[] arguments = [folder, "--seconds", $"{load.Seconds}", "--rate", $"{load.Rate}", "--workers", $"{load.Workers}", "--seed", $"{seed}"];
        Directory.CreateDirectory(folder);
        var result = ProgramRunner.Run(new RunOptions(["env", .. environment, .. driver, .. arguments], Path.Combine(folder, "recording")));
        if (result.ExitCode == ExitCodes.Interrupted) return null;
        if (result.ExitCode != 0) throw new UserMistake($"the lab's service or its load test ended with {result.ExitCode}; its output is above");
        var spans = Read(Path.Combine(folder, "spans.jsonl"));
        var client = Read(Path.Combine(folder, "requests.csv"));
        var served = spans.Services.Select(service => service.ProcessId).ToHashSet();
        var recordings = RecordingLoader.Load([.. result.Files.Select(RecordingInput.File)]).Recordings.Where(recording => served.Contains(recording.Source.ProcessId)).ToList();
        if (recordings.Count == 0) throw new UserMistake($"the service was not recorded: {string.Join(" ", result.NotRecorded)}");
        return Judge(Report.Of(recordings, result.NotRecorded), client, spans, new AttributionOptions(load.SlowNanoseconds));
    }

    private static RequestSet Read(string path)
    {
        var loaded = RequestLoader.Load([RecordingInput.File(path)], RequestOptions.Default);
        return loaded.Sets.Count > 0 ? loaded.Sets[0] : throw new UserMistake($"{path}: {loaded.Unread[0].Reason}");
    }

    private static ServiceRun Judge(Report report, RequestSet client, RequestSet spans, AttributionOptions options)
    {
        var now = (DateTime.UtcNow.Ticks - DateTime.UnixEpoch.Ticks) * 100;
        Recording[] recordings = [.. report.Processes.Select(process => process.Recording)];
        RequestAttribution Latency(RequestSet set, double service) => RequestAttribution.Of([set], recordings, new AttributionOptions(0) { KeepEach = true, ServiceFactor = service });
        return new ServiceRun(
            report with { Requests = RequestReport.Of([client], report, options, now) },
            RequestReport.Of([spans], report, options, now),
            Latency(client, 1),
            Latency(spans, 1),
            service => Latency(client, service));
    }
}
