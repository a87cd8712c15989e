using System.Text;
using System.Text.Json;
using Unpause.Experiments.Trials;
using Unpause.Recorder.Rights;
using Unpause.Reports.Tuning;

namespace Unpause.Experiments.Tuning;

/// <summary>Runs one trial: a fresh process with one setting, under load, and reads its files.</summary>
/// <param name="stop">Ends it early.</param>
[SupportedOSPlatform("linux")]
internal sealed class TrialRunner(TunePlan plan, CancellationToken stop)
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100), UntilFree = TimeSpan.FromSeconds(15);

    // gunicorn, for example, gives its workers 30 seconds to finish.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(40);

    /// <summary>Makes the trial.</summary>
    /// <param name="round">The round, from 0.</param>
    /// <param name="folder">For its files; recreated.</param>
    /// <exception cref="OperationCanceledException">The user ended it.</exception>
    /// <exception cref="UserMistake">Something else answers in the program's place.</exception>
    public TrialLine Run(TuneSetting setting, int round, TrialFolder folder, int seed)
    {
        folder.Make();
        var machine = MachineLoad.Begin();
        var line = Recorded(setting, folder, seed, out var load, out var peak);
        var others = machine.Others();
        if (line is not null) return Failed(line);
        var end = EndOf(folder);
        if (end is null) return Failed($"it could not be recorded: {LastLine.Read(folder.Log)}");
        if (plan.Load is null && end.ExitCode != 0) return Failed($"it exited with code {end.ExitCode}: {LastLine.Read(folder.Log)}");
        var reading = Read(folder, load);
        var numbers = reading.Numbers;
        numbers[TrialMetric.Elapsed] = end.ElapsedNanoseconds;
        if (end.CpuNanoseconds is { } cpu) numbers[TrialMetric.Cpu] = cpu;
        if (peak is { } bytes) numbers[TrialMetric.MaxRss] = bytes;
        foreach (var (name, value) in load?.Numbers ?? []) numbers[name] = value;
        return new TrialLine(
            setting.Name, round, numbers, numbers.ContainsKey(plan.Objective.Name) ? null : Lacking(reading, end),
            others, load?.LateNanoseconds, load?.Dropped ?? 0, load?.Note ?? (reading.Processes == 0 ? Unrecorded(end) : null))
        {
            LoadFormat = plan.Load?.Command is null ? null : reading.Load,
            LatenciesIncludeWarmUp = reading.HasNoMoments,
        };

        TrialLine Failed(string why)
        {
            // Ctrl-C also reaches the program, and may end it before we handle the signal.
            Thread.Sleep(Look);
            stop.ThrowIfCancellationRequested();
            return new TrialLine(setting.Name, round, [], why, others);
        }
    }

    /// <summary>Runs the program; returns the failure, or null.</summary>
    private string? Recorded(TuneSetting setting, TrialFolder folder, int seed, out TrialLoad? load, out long? peak)
    {
        (load, peak) = (null, null);
        using var probe = plan.Load is { } service ? new ServiceProbe(service.Ready) : null;
        if (probe?.WaitUntilFree(UntilFree, stop) == false)
            throw new UserMistake($"another process already answers at {plan.Load!.Ready}: stop it, or use another port for CMD");
        using var child = TrialChild.Start(
            [TrialCommandLine.Run, folder.Path, .. FreezeMarker.Placed(setting, folder).Options, "--", .. plan.Command], folder.Log);
        try
        {
            if (probe is null) Finish(child);
            else if (Serve(child, probe, folder, seed, ref load) is { } failure) return failure;
            return null;
        }
        finally
        {
            child.Stop(Patience);
            peak = child.PeakBytes;
        }
    }

    private string? Serve(TrialChild child, ServiceProbe probe, TrialFolder folder, int seed, ref TrialLoad? load)
    {
        var service = plan.Load!;
        if (!probe.WaitUntilReady(service.ReadyWithin, () => child.Wait(TimeSpan.Zero), stop))
        {
            return child.Wait(TimeSpan.Zero)
                ? $"it ended before {service.Ready} answered: {LastLine.Read(folder.Log)}"
                : $"{service.Ready} did not answer within {Quantities.Duration(service.ReadyWithin.TotalNanoseconds)}";
        }

        FreezeMarker.Make(folder);
        load = service.Url is null ? CommandLoad.Run(service, folder, stop) : UrlLoad.Run(service, folder, seed, stop);
        stop.ThrowIfCancellationRequested();
        return child.Wait(TimeSpan.Zero) ? $"it ended under load: {LastLine.Read(folder.Log)}" : load.Failure;
    }

    private void Finish(TrialChild child)
    {
        while (!child.Wait(Look)) stop.ThrowIfCancellationRequested();
    }

    private static TrialEnd? EndOf(TrialFolder folder)
    {
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllText(folder.End), TuneFilesJson.Default.TrialEnd);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>Reads in another, unprivileged process: a malicious file can harm neither unpause nor, as root, the system.</summary>
    private TrialReading Read(TrialFolder folder, TrialLoad? load)
    {
        var recorded = Directory.Exists(folder.Recording)
            && Directory.EnumerateFiles(folder.Recording, "*", SearchOption.AllDirectories).Any(file => new FileInfo(file).Length > 0);
        var command = ReadingProcess.OwnCommand.Concat(TrialCommandLine.ReadArguments(
            recorded ? folder.Recording : null,
            File.Exists(folder.Requests) ? folder.Requests : null,
            load is null ? null : load.Window.FromUnixNanoseconds - (long)plan.Load!.WarmUp.TotalNanoseconds,
            load?.Window,
            plan.SlowNanoseconds));
        var start = new ProcessStartInfo(command.First(), command.Skip(1)) { UseShellExecute = false, RedirectStandardOutput = true };
        using var reader = Process.Start(start)!;
        var printed = reader.StandardOutput.ReadToEnd();
        reader.WaitForExit();
        stop.ThrowIfCancellationRequested();
        try
        {
            return JsonSerializer.Deserialize(printed, TuneFilesJson.Default.TrialReading) ?? new([], 0, []);
        }
        catch (JsonException)
        {
            return new([], 0, [$"its files in {folder.Path} cannot be read"]);
        }
    }

    private string Lacking(TrialReading reading, TrialEnd end)
    {
        var start = $"it has no {plan.Objective.Name}: ";
        var isOfRequests = TrialMetric.NeedsRequests(plan.Objective.Name);
        var failed = reading.Numbers.GetValueOrDefault(TrialMetric.ErrorRate) >= 100;
        if (isOfRequests && failed) return start + "every request of the load failed";
        if (isOfRequests && reading.HasNoMoments) return start + TuneText.NotCounted(reading.Load!);
        return start + string.Join(" ", reading.Problems.Concat(end.NotRecorded).DefaultIfEmpty("no recording has this metric"));
    }

    private static string? Unrecorded(TrialEnd end) =>
        $"no GC was recorded: {string.Join(" ", end.NotRecorded.DefaultIfEmpty("no runtime left a recording"))}";
}

/// <summary>How a trial's program ended.</summary>
/// <param name="ElapsedNanoseconds">From its start to its end.</param>
/// <param name="NotRecorded">What is missing, in sentences.</param>
public sealed record TrialEnd(int ExitCode, long ElapsedNanoseconds, IReadOnlyList<string> NotRecorded)
{
    /// <summary>CPU time of it and of its child processes, user and system; null where the kernel does not report it.</summary>
    public long? CpuNanoseconds { get; init; }
}

/// <summary>The numbers in the files of a trial.</summary>
/// <param name="Numbers">Metrics with their values.</param>
/// <param name="Processes">How many processes were recorded.</param>
/// <param name="Problems">What could not be read, in sentences.</param>
public sealed record TrialReading(Dictionary<string, double> Numbers, int Processes, IReadOnlyList<string> Problems)
{
    /// <summary>The format of what the load left; null where there was none.</summary>
    public string? Load { get; init; }

    /// <summary>Whether the results have no timestamps per request, so that the warm-up is included in the latencies.</summary>
    public bool HasNoMoments { get; init; }
}

/// <summary>
/// Signals CPython's agent with an empty file that the service is ready. Only the load generator knows that; the agent then calls
/// gc.freeze().
/// </summary>
internal static class FreezeMarker
{
    private static string PathIn(TrialFolder folder) => Path.Combine(folder.Path, "ready");

    /// <summary>The setting with the file's path where it wants one.</summary>
    public static TuneSetting Placed(TuneSetting setting, TrialFolder folder) => setting with
    {
        Variables = [.. setting.Variables.Select(variable =>
            variable.Key == TuneSetting.FreezeVariable ? new(variable.Key, PathIn(folder)) : variable)],
    };

    /// <summary>The service is ready.</summary>
    public static void Make(TrialFolder folder) => File.Create(PathIn(folder)).Dispose();
}

/// <summary>The result of a trial's load.</summary>
/// <param name="Window">The time of the load without its warm-up.</param>
/// <param name="Failure">Why there is no result, a clause; null when there is one.</param>
internal sealed record TrialLoad(TrialWindow Window, string? Failure = null)
{
    /// <summary>Numbers that are not in a file: errors.</summary>
    public IReadOnlyList<(string Name, double Value)> Numbers { get; init; } = [];

    /// <summary>The p99 delay of our own load generator; null for the user's load test.</summary>
    public long? LateNanoseconds { get; init; }

    /// <summary>Arrivals for which no connection was free.</summary>
    public long Dropped { get; init; }

    /// <summary>What else is to be said.</summary>
    public string? Note { get; init; }
}

/// <summary>The last line of a program's output, which usually has the error.</summary>
internal static class LastLine
{
    private const string Nothing = "it printed nothing";
    private const int MostBytes = 4096, MostCharacters = 200;

    /// <summary>The last line with text in it.</summary>
    /// <param name="path">A file of ours.</param>
    public static string Read(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            file.Position = Math.Max(0, file.Length - MostBytes);
            var block = new byte[MostBytes];
            var text = Encoding.UTF8.GetString(block, 0, file.ReadAtLeast(block, MostBytes, throwOnEndOfStream: false));
            var line = text.Split('\n').LastOrDefault(line => line.Trim().Length > 0)?.Trim();
            if (line is null) return Nothing;
            return PlainText.Clean(line.Length > MostCharacters ? line[..MostCharacters] + "…" : line);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Nothing;
        }
    }
}

/// <summary>The hidden commands of unpause that <c>tune</c> starts: one records a trial, one reads it.</summary>
public static class TrialCommandLine
{
    /// <summary>Records a trial into its folder.</summary>
    public const string Run = "run-trial";

    /// <summary>Reads a trial's files and prints its numbers.</summary>
    public const string Read = "read-trial";

    /// <summary>Options of <see cref="Read"/>; times in nanoseconds since 1970.</summary>
    public const string
        Began = "--began", From = "--from", Until = "--until", Slow = "--slow-ns", Requests = "--requests", Recordings = "--recordings";

    /// <summary>The arguments that read a trial.</summary>
    /// <param name="recordings">The folder of the recordings; null when there are none.</param>
    /// <param name="requests">The file of the requests; null when there is none.</param>
    /// <param name="began">When the load was started, nanoseconds since 1970; null when there is none.</param>
    /// <param name="window">When the load was; null for the whole run.</param>
    /// <param name="slowNanoseconds">Which requests are slow; null when the user didn't say.</param>
    public static IReadOnlyList<string> ReadArguments(
        string? recordings, string? requests, long? began, TrialWindow? window, long? slowNanoseconds) =>
    [
        Read,
        .. recordings is null ? [] : (string[])[$"{Recordings}={recordings}"],
        .. requests is null ? [] : (string[])[$"{Requests}={requests}"],
        .. began is null ? [] : (string[])[$"{Began}={began}"],
        .. window is null ? [] : (string[])[$"{From}={window.FromUnixNanoseconds}", $"{Until}={window.UntilUnixNanoseconds}"],
        .. slowNanoseconds is null ? [] : (string[])[$"{Slow}={slowNanoseconds}"],
    ];
}
