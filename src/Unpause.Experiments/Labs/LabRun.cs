using Unpause.Analysis;
using Unpause.Recorder;
using Unpause.Recorder.Processes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Experiments.Labs;

/// <summary>One run of a lab's program under load, recorded.</summary>
/// <param name="Report">The processes that answered; its requests are those that the client measured.</param>
public sealed record LabRun(string Mode, Report Report)
{
    /// <summary>The client's latencies, matched with the pauses.</summary>
    public RequestAttribution Client => Report.Requests!.Attribution;

    /// <summary>The CPU share of other processes on the machine during the run; null when unknown.</summary>
    public double? Others { get; private init; }

    /// <summary>The process that served the requests; of several, the one with the most pause time.</summary>
    public AnalysedProcess Process => Report.Processes[0];

    /// <summary>Runs a program under the recorder and reads what it leaves.</summary>
    /// <param name="node">The NUMA node to which it is bound; null: as we are.</param>
    /// <returns>Null when the user interrupted it.</returns>
    /// <exception cref="UserMistake">It did not run, or left nothing to judge.</exception>
    public static LabRun? Record(LabTask task, IReadOnlyList<string> command, int? node = null)
    {
        MakeFolder(task);
        var load = MachineLoad.Begin();
        var options = new RunOptions(command, RecordingFolder(task)) { MayReorderOutput = true, NumaNode = node };
        return Recorded(options, result => Read(task, result, load.Others()));
    }

    /// <summary>Makes the folder of a run; what an earlier run recorded in a kept one is not this run's.</summary>
    /// <exception cref="UserMistake">It can't be made.</exception>
    public static void MakeFolder(LabTask task)
    {
        task.MakeFolder();
        if (Directory.Exists(RecordingFolder(task))) Directory.Delete(RecordingFolder(task), recursive: true);
    }

    /// <summary>Reads what a recorded run left.</summary>
    /// <param name="result">Its end and its recordings.</param>
    /// <param name="others">The share of the machine's processors that others had meanwhile; null when it isn't known.</param>
    /// <returns>Null when the user interrupted it.</returns>
    /// <exception cref="UserMistake">It did not run, or left nothing to judge.</exception>
    public static LabRun? Read(LabTask task, RunResult result, double? others)
    {
        if (result.ExitCode == ExitCodes.Interrupted) return null;
        if (result.ExitCode != 0) throw new UserMistake($"the lab's program exited with code {result.ExitCode}; its output is above");
        var client = Requests(Path.Combine(task.Folder, "requests.csv"));
        var report = ReportOf(result, client);
        // The client logs every request, so there is no need to detect tail sampling from the latencies.
        var requests = RequestReport.Create(
            [client], report, new AttributionOptions(task.Load.SlowNanoseconds) { SampledShare = 1 }, UnixTime.NowNanoseconds);
        return new LabRun(task.Mode, report with { Requests = requests with { Attribution = Measured(requests.Attribution, client) } })
        {
            Others = others,
        };
    }

    /// <summary>Runs a lab's program, evaluates it, and removes temporary files.</summary>
    /// <param name="judge">Evaluates the run.</param>
    public static T? Recorded<T>(RunOptions options, Func<RunResult, T?> judge)
        where T : class
    {
        var result = ProgramRunner.Run(options);
        try
        {
            return judge(result);
        }
        finally
        {
            if (result.RemoveTemporaryFolder() is { } kept) Console.Error.WriteLine($"unpause: {kept}");
        }
    }

    /// <summary>Where a run's recordings go.</summary>
    public static string RecordingFolder(LabTask task) => Path.Combine(task.Folder, "recording");

    /// <summary>Reads requests that a lab's program left.</summary>
    /// <exception cref="UserMistake">There are none.</exception>
    public static RequestSet Requests(string path)
    {
        var loaded = new RequestLoader(RequestOptions.Default).Load([RecordingInput.File(path)]);
        return loaded.Sets.Count > 0 ? loaded.Sets[0] : throw new UserMistake($"{path}: {loaded.Unread[0].Reason}");
    }

    /// <summary>Keeps the client's latencies when no request could be matched with a recording.</summary>
    private static RequestAttribution Measured(RequestAttribution judged, RequestSet client) => judged.Count > 0 ? judged : judged with
    {
        Count = client.Requests.Count,
        Measured = LatencyDistribution.Compute(
            client.Requests.Select(request => request.DurationNanoseconds).ToArray(), judged.SlowThresholdNanoseconds),
    };

    /// <summary>
    /// Reports only on processes that served requests. A recording without a process id (a JVM's log) is used only when no
    /// recording has one (the same JVM's flight recording).
    /// </summary>
    /// <exception cref="UserMistake">None was recorded.</exception>
    public static Report ReportOf(RunResult result, RequestSet requests)
    {
        var served = requests.Services.Select(service => service.ProcessId).ToHashSet();
        var loaded = RuntimeTable.Default.Load([.. result.Files.Select(RecordingInput.File)]).Recordings;
        var recordings = loaded.Where(recording => recording.Source.ProcessId is { } process && served.Contains(process)).ToList();
        if (recordings.Count == 0) recordings = [.. loaded.Where(recording => recording.Source.ProcessId is null)];
        return recordings.Count > 0
            ? Report.Create(recordings, result.NotRecorded)
            : throw new UserMistake($"the program was not recorded: {string.Join(" ", result.NotRecorded)}");
    }
}
