using System.Collections.ObjectModel;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Separates the processes whose lines share one output. A line continues a process whose latest number is one less
/// and whose latest time is not later (and whose start agrees, where lines have arrival timestamps); a line
/// <c>gc 1</c>, or one that fits none, begins a process.
/// </summary>
/// <param name="context">What is known of the lines.</param>
internal sealed class GoProcesses(ReadContext context)
{
    private const long StartTolerance = 5_000_000_000;

    /// <summary>
    /// How long after its start a program's runtime begins to count, at most (129 ms were seen on a loaded machine); stamps may put it a
    /// little before.
    /// </summary>
    private const long SlowestBegin = 250_000_000, EarliestBegin = -10_000_000;

    private readonly List<GoProcess> _all = [];
    private readonly List<GoProcess> _open = [];
    private readonly List<GoProgramLine> _programs = [];
    private readonly PacerShares _shares = new();
    private bool _periodic;
    private double? _marked;

    /// <summary>Lines that were left out because there were too many processes.</summary>
    public long LeftOut { get; private set; }

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes
    {
        get
        {
            var sum = _shares.MemoryBytes;
            foreach (var process in _all) sum += process.Recording.MemoryBytes;
            return sum;
        }
    }

    /// <summary>The next collection was started by the runtime's two-minute timer, which prints a line of its own.</summary>
    public void Periodic() => _periodic = true;

    /// <summary>The CPU share of GC in the cycle whose line comes next (gcpacertrace).</summary>
    public void Marked(double percent) => _marked = percent;

    /// <summary>The recorder's information about a process that it started.</summary>
    public void Add(GoProgramLine program)
    {
        if (_programs.Count < Limits.Processes) _programs.Add(program);
    }

    public void Add(in GcLine line, long? arrival)
    {
        var process = Find(line, arrival);
        if (process is null)
        {
            if (_all.Count >= Limits.Processes)
            {
                LeftOut++;
                return;
            }

            process = new GoProcess(context.Files, line);
            context.Follow?.Invoke(process.Recording);
            _all.Add(process);
            if (_open.Count >= Limits.GoInterleavedProcesses) _open.RemoveAt(0);
        }
        else
        {
            _open.Remove(process);
        }

        _open.Add(process);
        process.Add(line, arrival, _periodic && !line.Forced);
        if (!line.Forced) _periodic = false;
        if (_marked is { } share) _shares.Add(process.Recording.Collections[^1].EndNanoseconds, share);
        _marked = null;
    }

    /// <summary>The recordings, complete, in the order of their first lines.</summary>
    public IReadOnlyList<RecordingBuilder> Finish()
    {
        foreach (var program in _programs)
        {
            // Programs that it starts inherit its switch, and their lines come the same way: only one may be meant.
            var meant = _all.Where(process => IsOf(process, program)).Take(2).ToList();
            if (meant is [var only]) only.Name(program);
        }

        var recordings = _all.ConvertAll(process => process.Finish());
        // The pacer's lines do not show their process.
        if (recordings is [var single]) _shares.AddTo(single);
        return recordings;
    }

    private static bool IsOf(GoProcess process, GoProgramLine program) =>
        process.StartedAt - program.StartedUnixNanoseconds is >= EarliestBegin and var after
        && (after <= SlowestBegin || program.ProcessId == 0);

    private GoProcess? Find(in GcLine line, long? arrival)
    {
        GoProcess? best = null;
        for (var i = _open.Count - 1; i >= 0; i--)
        {
            if (Fits(_open[i], line, arrival) && (best is null || IsBetter(_open[i], best))) best = _open[i];
        }

        return best;
    }

    private static bool Fits(GoProcess process, in GcLine line, long? arrival)
    {
        var missing = line.Number - process.Number - 1;
        if (missing is < 0 or > Limits.GoMissingCollections) return false;
        if (process.Shape != line.Shape || (line.Start ?? 0) < process.Start) return false;
        return arrival is not { } stamp || process.StartedAt is not { } started
            || Math.Abs(ArrivalClock.Estimate(stamp, line) - started) <= StartTolerance;
    }

    /// <summary>Of two that fit, the one with the higher number lacks fewer lines; then the later one is nearer.</summary>
    private static bool IsBetter(GoProcess a, GoProcess b) => a.Number != b.Number ? a.Number > b.Number : a.Start > b.Start;
}

/// <summary>
/// The line that our recorder writes among the gc lines of a process that it started, because gc lines do not identify their process:
/// <code># unpause go program PID STARTED VERSION [GOGC=VALUE] [GOMEMLIMIT=VALUE] COMMAND</code>
/// with the moment before its start in nanoseconds since 1970, and <c>go1.22.3</c> or <c>-</c>. PID is 0 where the command is the go
/// tool: the lines are of what it builds and starts. The variables are there where they are set.
/// </summary>
/// <param name="ProcessId">The process; 0 where it is one that the command starts.</param>
/// <param name="StartedUnixNanoseconds">When the command was started.</param>
/// <param name="Version">Of Go, <c>1.22.3</c>; null when unknown.</param>
/// <param name="Command">Its command line, words between blanks.</param>
public sealed record GoProgramLine(int ProcessId, long StartedUnixNanoseconds, string? Version, string Command)
{
    /// <summary>The variables that set how often it collects; gc lines do not show them.</summary>
    private static readonly string[] Variables = [GoSettings.Growth, GoSettings.MemoryLimit];

    private static ReadOnlySpan<byte> Begin => "# unpause go program "u8;

    /// <summary>The variables of its environment, by name, as they were set; empty where none is.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    /// <summary>The variables of an environment that belong into the line.</summary>
    /// <param name="variable">The value of a variable; null where it is not set.</param>
    public static IReadOnlyDictionary<string, string> Choose(Func<string, string?> variable)
    {
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in Variables)
        {
            if (variable(name) is { Length: > 0 and <= Limits.NameBytes } value && value.All(IsPlain)) found[name] = value;
        }

        return found;
    }

    /// <summary>The line with its line end.</summary>
    public byte[] ToBytes()
    {
        var settings = string.Concat(Settings.Select(setting => $"{setting.Key}={setting.Value} "));
        var plain = new string([.. Command.Select(letter => char.IsControl(letter) ? '?' : letter)]);
        var version = Version is { } reported && !reported.Contains(' ', StringComparison.Ordinal) ? reported : "-";
        return
        [
            .. Begin,
            .. Encoding.UTF8.GetBytes(string.Create(
                CultureInfo.InvariantCulture, $"{ProcessId} {StartedUnixNanoseconds} {version} {settings}{plain}\n")),
        ];
    }

    /// <summary>Reads such a line; null when it is none.</summary>
    internal static GoProgramLine? Read(ReadOnlySpan<byte> line)
    {
        if (!line.StartsWith(Begin)) return null;
        var cursor = new Utf8Cursor(line[Begin.Length..]);
        if (!cursor.TryTakeFixed(0, out var id) || id > int.MaxValue || !cursor.TryTake((byte)' ')) return null;
        if (!cursor.TryTakeFixed(0, out var started) || started > 2 * Limits.LongestNanoseconds || !cursor.TryTake((byte)' ')) return null;
        var end = cursor.Rest.IndexOf((byte)' ');
        if (end <= 0 || end > Limits.NameBytes) return null;
        var version = cursor.Rest[..end];
        var command = cursor.Rest[(end + 1)..];
        var settings = Choose(TakeVariables(ref command).GetValueOrDefault);
        return new GoProgramLine(
            (int)id,
            started,
            version is [(byte)'-'] ? null : Encoding.UTF8.GetString(version.StartsWith("go"u8) ? version[2..] : version),
            Encoding.UTF8.GetString(command[..Math.Min(command.Length, Limits.NameBytes)])) { Settings = settings };
    }

    /// <summary>Takes the variables from the front of the command; each at most once, in this order.</summary>
    private static Dictionary<string, string> TakeVariables(ref ReadOnlySpan<byte> command)
    {
        var taken = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in Variables)
        {
            var end = command.IndexOf((byte)' ');
            if (end <= name.Length || end > name.Length + Limits.NameBytes || command[name.Length] != (byte)'=') continue;
            if (!command[..name.Length].SequenceEqual(Encoding.ASCII.GetBytes(name))) continue;
            taken[name] = Encoding.UTF8.GetString(command[(name.Length + 1)..end]);
            command = command[(end + 1)..];
        }

        return taken;
    }

    private static bool IsPlain(char letter) => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '-' or '+';
}
