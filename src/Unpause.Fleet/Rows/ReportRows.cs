using Unpause.Analysis.Histograms;
using Unpause.Recordings;
using Unpause.Reports.Documents;
using Unpause.Requests.Attribution.Paths;

namespace Unpause.Fleet.Rows;

/// <summary>The rows of one report.</summary>
/// <param name="Run">The process.</param>
/// <param name="Causes">What explains its stops: no two of them the same stop.</param>
/// <param name="Stops">Its longest stops that have a time.</param>
internal sealed record RunRows(RunRow Run, IReadOnlyList<CauseRow> Causes, IReadOnlyList<LongStopRow> Stops)
{
    /// <summary>A sample of the traces that it served.</summary>
    public IReadOnlyList<TraceRow> Traces { get; init; } = [];
}

/// <summary>Makes rows of a stored report.</summary>
internal static class ReportRows
{
    private const string Contract = ReportDocument.CurrentSchema;
    private const int MostTextChars = 500, MostNameChars = 200, MostSettings = 200, MostProcesses = 1000, MostLongStops = 50;
    private const double NanosecondsInMillisecond = 1e6;

    // From 1970 to 2100: another time is a clock that was never set, or none.
    private const long LatestMs = 4_102_444_800_000;

    /// <summary>The rows; null for what is no report of this version.</summary>
    /// <param name="report">The report as read.</param>
    /// <param name="path">Its path below the folder that was asked.</param>
    /// <param name="written">When the file was written, in milliseconds since 1970: the end of a recording without a wall clock.</param>
    /// <param name="fault">Why there are none.</param>
    public static IReadOnlyList<RunRows>? Make(StoredReport? report, string path, long written, out string? fault)
    {
        fault = FaultOf(report);
        if (fault is not null) return null;
        var rows = new List<RunRows>();
        var processes = report!.Processes!;
        for (var i = 0; i < Math.Min(processes.Count, MostProcesses); i++)
        {
            if (processes[i] is { Source: { } source, Pauses: not null } process
                && Make(report, process, source, i, path, written) is { } made)
                rows.Add(made);
        }

        return rows;
    }

    private static string? FaultOf(StoredReport? report) => report switch
    {
        null => "is empty",
        { Schema: null } => "is not a report of unpause",
        { Schema: Contract, Processes: null } => "is a damaged report",
        { Schema: Contract } => null,
        { Schema: var schema } when schema.StartsWith(Contract[..^1], StringComparison.Ordinal) => "is a report of another version",
        _ => "is not a report of unpause",
    };

    private static RunRows? Make(StoredReport report, StoredProcess process, StoredSource source, int index, string path, long written)
    {
        var length = Finite(source.DurationMs);
        if (length is not > 0) return null;
        var hasClock = TryTime(source.StartedAt, out var start);
        if (!hasClock) start = Math.Max(0, written - (long)length.Value);
        var covered = Math.Max(0, length.Value - (Finite(source.LostMs) ?? 0)) / 1e3;
        var felt = process.Stops?.GcStops ?? process.Pauses!;
        var identity = source.Identity;
        var host = Text(identity?.Host, MostNameChars);
        var service = Text(identity?.Service ?? ProgramOf(source.Command), MostNameChars);
        var key = KeyOf(source, index);
        var run = new RunRow
        {
            Key = key,
            Report = path,
            Index = index,
            Host = host,
            Service = service,
            Version = Text(identity?.Version, MostNameChars),
            Process = Text(ProcessOf(host, source, key), 2 * MostNameChars),
            Runtime = Text(source.Runtime, MostNameChars),
            RuntimeVersion = Text(source.RuntimeVersion, MostNameChars),
            Collector = Text(source.Collector, MostNameChars),
            Settings = SettingsOf(source.Settings),
            Start = start,
            End = start + (long)Math.Min(length.Value, LatestMs),
            CoveredSeconds = covered,
            Processors = identity?.Processors is > 0 and < 100_000 and var processors ? (int)processors : null,
            MemoryLimit = Size(identity?.MemoryLimitBytes),
            Stops = StopsOf(felt),
            Collections = Math.Max(0, process.Collections?.Count ?? 0),
            AllocatedBytes = Size(process.Heap?.AllocatedBytes) ?? (Finite(process.Heap?.AllocationRateBytesPerS) * covered),
            LiveSet = Size(process.Heap?.LiveSetBytes),
            HeapPeak = Size(process.Heap?.PeakBytes),
            HeapLimit = Size(process.Heap?.LimitBytes ?? process.Heap?.MaxBytes),
            CollectorCpuSeconds = process.CollectorCpu is { } cpu ? (Finite(cpu.AssistMs) + Finite(cpu.WorkersMs)) / 1e3 : null,
            Requests = ShareOf(report.Requests, index, requests => requests.Count),
            Slow = ShareOf(report.Requests, index, requests => requests.Slow),
            SlowBecauseOfGc = ShareOf(report.Requests, index, requests => requests.SlowBecauseOfGc),
            LostRequestSeconds = PartOf(report.Requests, index) * Finite(report.Requests?.LostMs ?? report.Requests?.StoppedMs) / 1e3,
            Verdict = Text(report.Verdict, MostTextChars),
        };
        return new(run, CausesOf(report, index, run), hasClock ? LongStopsOf(process, source, run) : [])
        {
            Traces = TracesOf(report, index),
        };
    }

    /// <summary>
    /// The stop time that each finding explains; what is left has an empty one. Findings that explain more than there is are scaled to it.
    /// </summary>
    private static List<CauseRow> CausesOf(StoredReport report, int index, RunRow run)
    {
        var causes = new List<CauseRow>();
        var all = run.Stops.SumSeconds;
        if (all <= 0) return causes;
        var found = (report.Findings ?? [])
            .Where(finding => finding is { SymptomOf: null, Explains.TotalMs: > 0 } && finding.Process == index)
            .Select(finding => finding!).ToList();
        var explained = found.Sum(finding => finding.Explains!.TotalMs / 1e3);
        if (!double.IsFinite(explained)) return causes;
        var scale = explained > all ? all / explained : 1;
        foreach (var finding in found)
        {
            var seconds = finding.Explains!.TotalMs / 1e3 * scale;
            var advice = finding.Advice?.FirstOrDefault();
            causes.Add(new()
            {
                Key = run.Key,
                Finding = Text(finding.Id, MostNameChars),
                Title = Text(finding.Title, MostTextChars),
                StopSeconds = seconds,
                SavesSeconds = Finite(finding.SavingsMaxMs) is { } saves ? Math.Min(seconds, saves / 1e3) : null,
                Advice = Text(advice?.Text, MostTextChars),
                Setting = IsChange(advice) ? Text(advice?.Setting, MostNameChars) : "",
            });
        }

        if (all - Math.Min(all, explained) is var rest && rest > all * 1e-9)
        {
            causes.Add(new()
            {
                Key = run.Key, Finding = "", Title = "", StopSeconds = rest, SavesSeconds = null, Advice = "", Setting = "",
            });
        }

        return causes;
    }

    /// <summary>
    /// Whether what an advice has to type changes something: a setting of the catalogue, an option or a variable. Otherwise it is a command
    /// that shows more, as <c>vmstat 1</c>.
    /// </summary>
    private static bool IsChange(StoredAdvice? advice)
    {
        if (advice?.Setting is not { Length: > 0 } setting) return false;
        if (advice.SettingNames is { Count: > 0 } || setting[0] == '-') return true;
        var end = setting.IndexOf(' ', StringComparison.Ordinal);
        return setting.IndexOf('=', StringComparison.Ordinal) is > 0 and var equals && (end < 0 || equals < end);
    }

    private static List<LongStopRow> LongStopsOf(StoredProcess process, StoredSource source, RunRow run)
    {
        var rows = new List<LongStopRow>();
        var longest = process.Stops?.Longest ?? process.Pauses!.Longest ?? [];
        var error = Math.Min(Finite(source.Clock?.UncertaintyMs) ?? 0, LatestMs) * NanosecondsInMillisecond;
        foreach (var stop in longest.Take(MostLongStops))
        {
            if (stop is null || Finite(stop.StartMs) is not { } at || Finite(stop.DurationMs) is not { } length
                || stop.IsGc == false) continue;
            rows.Add(new()
            {
                Key = run.Key,
                At = (long)((run.Start + Math.Min(at, LatestMs)) * NanosecondsInMillisecond),
                Length = (long)(Math.Min(length, LatestMs) * NanosecondsInMillisecond),
                ClockError = (long)error,
                Cause = Text(stop.Cause ?? stop.Operation, MostNameChars),
            });
        }

        return rows;
    }

    /// <summary>The sample of traces of one process; an entry with an impossible id or time is left out.</summary>
    private static List<TraceRow> TracesOf(StoredReport report, int index)
    {
        var rows = new List<TraceRow>();
        var sample = report.Requests?.Processes?.FirstOrDefault(process => process?.Process == index && process.TraceSample is not null)
            ?.TraceSample;
        if (sample is not { TraceIds: { } ids, StartMs: { } starts, DurationMs: { } lengths, StoppedMs: { } stopped }
            || !TryTime(sample.StartedAt, out var first)) return rows;
        var count = Math.Min(Math.Min(ids.Count, starts.Count), Math.Min(lengths.Count, stopped.Count));
        for (var i = 0; i < Math.Min(count, TraceSample.Most); i++)
        {
            if (!UInt128.TryParse(ids[i], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var id)
                || (ulong)id == 0 || Finite(starts[i]) is not { } start || Finite(lengths[i]) is not { } length
                || Finite(stopped[i]) is not { } inStops || Math.Max(start, length) > LatestMs || inStops > length) continue;
            rows.Add(new(id, (long)((first + start) * NanosecondsInMillisecond), (long)(length * NanosecondsInMillisecond),
                (long)(inStops * NanosecondsInMillisecond)));
        }

        return rows;
    }

    private static StopTimes StopsOf(StoredPauses felt)
    {
        var (count, sum, max) = (Math.Max(0, felt.Count), Finite(felt.TotalMs) ?? 0, Finite(felt.MaxMs) ?? 0);
        var none = StopTimes.None with { Count = count, SumSeconds = sum / 1e3, MaxSeconds = max / 1e3 };
        if (felt.Histogram is not { Scale: ExponentialHistogram.Scale, All: { Indexes: { } indexes, Counts: { } counts } all }
            || indexes.Count != counts.Count)
        {
            return none;
        }

        var (at, of) = (new short[indexes.Count], new long[indexes.Count]);
        long seen = Math.Max(0, all.ZeroCount);
        for (var i = 0; i < at.Length; i++)
        {
            var isPossible = Math.Abs((long)indexes[i]) <= ExponentialHistogram.MostIndex && counts[i] > 0
                && (i == 0 || indexes[i] > indexes[i - 1])
                && counts[i] <= long.MaxValue - seen;
            if (!isPossible) return none;
            (at[i], of[i]) = ((short)indexes[i], counts[i]);
            seen += counts[i];
        }

        return seen != count ? none : none with { Zero = Math.Max(0, all.ZeroCount), Indexes = at, Counts = of };
    }

    /// <summary>Numbers of a report's requests are of all its processes: each has its share by the number of its requests.</summary>
    private static double? PartOf(StoredRequests? requests, int index)
    {
        if (requests is null || requests.Processes is not { Count: > 0 } processes) return null;
        double all = 0, own = 0;
        foreach (var process in processes)
        {
            if (process is not { Count: > 0 }) continue;
            all += process.Count;
            if (process.Process == index) own += process.Count;
        }

        return all > 0 && own > 0 ? own / all : null;
    }

    private static long? ShareOf(StoredRequests? requests, int index, Func<StoredRequests, long?> of) =>
        PartOf(requests, index) is { } part && of(requests!) is { } value and >= 0 ? (long)Math.Round(part * value) : null;

    private static string SettingsOf(IReadOnlyDictionary<string, string?>? settings) => settings is null ? "" : SettingsText.Join(
        settings.OrderBy(setting => setting.Key, StringComparer.Ordinal).Take(MostSettings)
            .Select(setting => (Text(setting.Key, MostNameChars), Text(setting.Value, MostNameChars))));

    /// <summary>The program of a command line: the name of the file that is run, or of the script or archive that a runtime is
    /// given.</summary>
    internal static string ProgramOf(string? command)
    {
        if (string.IsNullOrWhiteSpace(command)) return "";
        var words = command.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var first = NameOf(words[0]);
        if (!Array.Exists(Launchers, launcher => first.StartsWith(launcher, StringComparison.Ordinal))) return first;
        foreach (var word in words.AsSpan(1))
        {
            if (!word.StartsWith('-')) return NameOf(word);
        }

        return first;
    }

    private static readonly string[] Launchers = ["java", "dotnet", "python", "node"];

    private static string NameOf(string path) => path[(path.LastIndexOf('/') + 1)..];

    /// <summary>The same for the same recording: a hash of what identifies it.</summary>
    private static long KeyOf(StoredSource source, int index)
    {
        var identity = source.Identity;
        var text = string.Create(CultureInfo.InvariantCulture,
            $"{identity?.RunId}\n{identity?.Host}\n{identity?.Container}\n{source.Pid}\n{source.StartedAt}\n{source.DurationMs}\n{index}");
        return RowHash.Of(text);
    }

    /// <summary>A process over its life. A recording without a process id has it as a label, or is one of its own.</summary>
    private static string ProcessOf(string host, StoredSource source, long key)
    {
        var identity = source.Identity;
        var id = source.Pid?.ToString(CultureInfo.InvariantCulture) ?? LabelOf(identity, "pid")
            ?? LabelOf(identity, "service.instance.id");
        return $"{host}/{identity?.Container}/{id ?? identity?.RunId ?? key.ToString("x16", CultureInfo.InvariantCulture)}";
    }

    private static string? LabelOf(StoredIdentity? identity, string name) =>
        identity?.Labels is { } labels && labels.TryGetValue(name, out var value) ? value : null;

    private static bool TryTime(string? text, out long milliseconds)
    {
        milliseconds = 0;
        if (!DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)) return false;
        milliseconds = time.ToUnixTimeMilliseconds();
        return milliseconds is > 0 and < LatestMs;
    }

    private static double? Finite(double? value) => value is { } number && double.IsFinite(number) && number >= 0 ? number : null;

    private static long? Size(long? bytes) => bytes is >= 0 ? bytes : null;

    /// <summary>A text within its limit, without control characters or halves of surrogates.</summary>
    private static string Text(string? text, int most)
    {
        if (string.IsNullOrEmpty(text)) return "";
        var cut = text.Length <= most ? text : text[..most];
        var clean = new StringBuilder(cut.Length);
        foreach (var rune in cut.EnumerateRunes()) clean.Append(Rune.IsControl(rune) ? " " : rune.ToString());
        return clean.ToString();
    }
}
