using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Unified;

/// <summary>
/// Reads unified JVM logs: JDK 9-25, any decorators, any collector. Reads pauses, concurrent phases, phases with their
/// spread over workers, space sizes, safepoints, stalls, CPU times and the header; other tags than <c>gc</c> and
/// <c>safepoint</c> are passed over. One recording for each JVM that the log holds.
/// </summary>
/// <remarks>Format: JEP 158 (unified logging) and JEP 271 (its use by the collectors); messages as in <c>src/hotspot/share/gc</c>.</remarks>
public sealed class UnifiedReader : IRecordingReader
{
    /// <summary>Stamps of different threads may be this much out of order; a greater step back is another JVM.</summary>
    private const long BackwardsNanoseconds = 1_000_000_000;

    private readonly List<UnifiedProcess> _processes = [];
    private readonly Dictionary<int, UnifiedProcess> _byId = [];
    private readonly Coverage _leading = new();
    private DecoratorLayout? _layout;
    private UnifiedProcess? _current;
    private ReadContext _context = new([]);

    /// <summary>Of the JVM whose lines are being read; what stands before the first JVM's lines counts as its own.</summary>
    private Coverage Coverage => _current?.Process.Recording.Coverage ?? _leading;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _context = context;
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (lines.Torn && !IsWhole(lines.Line)) Coverage.Add($"line {lines.Number}, the last one, is cut: it is left out");
            else if (!ReadLine(lines.Line, lines.Number)) Coverage.NotUnderstood(lines.Number, lines.Line);
            Coverage.Lines = (Coverage.Lines ?? 0) + 1;
        }

        return Finish(lines);
    }

    /// <summary>A last line without a line end may be cut inside a number, unless it ends as a whole message does.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> line) =>
        line.EndsWith("s"u8) || line.EndsWith(")"u8) || line.EndsWith(" total"u8);

    private bool ReadLine(ReadOnlySpan<byte> text, long number)
    {
        if (text.IsEmpty) return true;
        if (_layout is null || !_layout.TryRead(text, out var line))
        {
            // The level of a live log may change, and with it the decorators; other lines are the application's own.
            var learnt = text[0] == '[' ? DecoratorLayout.Learn(text) : null;
            if (learnt is null && !(text[0] != '[' && _layout is null)) return !IsTorn(text);
            if (learnt is not null) _layout = learnt;
            if (!(learnt ?? DecoratorLayout.None).TryRead(text, out line)) return true;
        }

        var process = ProcessOf(line, number);
        if (line.Stamp is { } stamp) process.Process.Observe(stamp);
        return process.Apply(line);
    }

    /// <summary>A collector's line whose beginning or decorators are damaged.</summary>
    private static bool IsTorn(ReadOnlySpan<byte> text) => text[0] == '[' && text.IndexOf("GC("u8) >= 0;

    /// <summary>The JVM that a line belongs to: by its process id, else the running one unless time or header show a restart.</summary>
    private UnifiedProcess ProcessOf(in UnifiedLine line, long number)
    {
        if (line.ProcessId is { } id)
        {
            if (_byId.TryGetValue(id, out var known)) _current = known;
            else if (_current is null || _byId.Count > 0) _current = Begin();
            _byId.TryAdd(id, _current!);
            _current!.Process.Recording.Source.ProcessId = id;
        }

        if (_current is null) return _current = Begin();
        if (!IsRestart(_current.Process, line) || _processes.Count >= Limits.Processes) return _current;
        Coverage.Add($"another JVM begins at line {number.ToString("N0", CultureInfo.InvariantCulture)}: each is a recording of its own");
        _current = Begin();
        if (line.ProcessId is { } owner) _byId[owner] = _current;
        return _current;
    }

    private static bool IsRestart(JvmProcess process, in UnifiedLine line)
    {
        if (line.Stamp is { SinceStart: true } stamp && stamp.Nanoseconds < process.LastNanoseconds - BackwardsNanoseconds) return true;
        return process.Used && line.Message is [(byte)'U', ..] && UsingLine.CollectorOf(line.Message) is not null;
    }

    private UnifiedProcess Begin()
    {
        var begun = new UnifiedProcess(new JvmProcess("jvm-unified", _context, _processes.Count == 0 ? _leading : new Coverage()));
        _processes.Add(begun);
        return begun;
    }

    private List<Recording> Finish(LineReader lines)
    {
        if (lines.Failure is { } failure) Coverage.Add($"reading stopped at line {lines.Number}: {failure.Message}", unreadable: true);
        if (lines.CutLines > 0) Coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        var recordings = new List<Recording>();
        foreach (var process in _processes)
        {
            if (process.Process.Used || process.Process.HeaderSeen) recordings.Add(process.Process.Finish());
        }

        return recordings;
    }
}
