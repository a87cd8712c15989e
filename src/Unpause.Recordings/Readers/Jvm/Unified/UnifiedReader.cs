namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Reads unified JVM logs: JDK 9-25, any decorators, any collector. Reads pauses, concurrent phases, phases with their
/// spread over workers, space sizes, safepoints, stalls, CPU times and the header; other tags than <c>gc</c> and
/// <c>safepoint</c> are skipped. One recording for each JVM in the log.
/// </summary>
/// <remarks>
/// Format: JEP 158 (unified logging) and JEP 271 (its use by the collectors); messages as in <c>src/hotspot/share/gc</c>.
/// </remarks>
/// <param name="reading">How lines are read; null for the usual way.</param>
internal sealed class UnifiedReader(BlockReading? reading = null) : IRecordingReader
{
    /// <summary>Timestamps of different threads may be this much out of order; a greater step back is another JVM.</summary>
    private const long BackwardsNanoseconds = 1_000_000_000;

    /// <summary>Lines of one JVM are no more than this out of order, unless something else speaks for it.</summary>
    private const long DisorderNanoseconds = 100_000_000;

    /// <summary>A JVM that logged nothing for longer is taken as ended.</summary>
    private const long LongestSilenceNanoseconds = 60_000_000_000;

    private readonly List<UnifiedProcess> _processes = [];
    private readonly Dictionary<int, UnifiedProcess> _byId = [];
    private readonly CoverageBuilder _leading = new();
    private readonly DecoratorChoice _decorators = new();
    private readonly PendingLines _pending = new();
    private readonly MessageParser _parser = new();
    private readonly LayoutMatch _match = new();
    private ParsedMessage _parsed;
    private ParsedMessage _waiting;
    private bool _follows;
    private bool _ahead;
    private UnifiedProcess? _current;
    private long _uncounted;
    private bool _interleaved;
    private int _pendingStart;
    private bool _pendingImportant;
    private ReadContext _context = new([]);

    /// <summary>Of the JVM whose lines are being read; lines before the first JVM's count as its own.</summary>
    private CoverageBuilder Coverage => _current?.Process.Recording.Coverage ?? _leading;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _context = context;
        using var lines = Open(stream);
        while (lines.MoveNext())
        {
            var line = lines.Line;
            if (lines.Torn && !IsWhole(line)) Coverage.Add($"line {lines.Number}, the last one, is incomplete: it is left out");
            else if (!ReadLine(lines, line)) Coverage.NotUnderstood(lines.Number, line);
            _uncounted++;
        }

        if (_pending.Any) ApplyWaiting(torn: false);
        CountLines();
        return Finish(lines);
    }

    private ParsedLines Open(Stream stream)
    {
        var how = reading ?? BlockReading.Default;
        // Only of the last lines that were read it is known when they arrived.
        if (_context.Times is not null) how = how.Alone;
        return stream is MemoryLimitedStream limited
            ? new ParsedLines(limited.Inner, limited.Memory, _context.LinesBefore, how)
            : new ParsedLines(stream, null, _context.LinesBefore, how);
    }

    /// <summary>A last line without a line end may be cut inside a number, unless it ends as a whole message does.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> line) =>
        line.EndsWith("s"u8) || line.EndsWith(")"u8) || line.EndsWith(" total"u8);

    private bool ReadLine(ParsedLines lines, ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty) return true;
        ref readonly var parsed = ref lines.Current;
        if (parsed.IsParsed && _decorators.Current is { } own && _match.Find(lines.Block.Layout!, own.Layout))
            return ReadParsed(lines, parsed, line, own);
        if (_ahead) _decorators.Current?.Forget();
        _follows = _ahead = false;
        return ReadUnparsed(line, lines.Number);
    }

    /// <summary>Reads a line that was taken apart before.</summary>
    private bool ReadParsed(ParsedLines lines, in ParsedLine parsed, ReadOnlySpan<byte> line, DecoratorReader own)
    {
        var repeated = parsed.Repeated;
        // Our own reader sees the first and the last line of those that come one after the other in a block: what it compares the lines
        // around them with is then what it would be if it had seen all.
        _ahead = _follows && !lines.EndsBlock;
        if (!_ahead)
        {
            own.Read(line);
            if (!_follows) repeated = own.Repeated;
            _follows = true;
        }

        ref readonly var head = ref lines.Block.Heads[parsed.Head];
        var message = line[parsed.MessageStart..];
        if (!_pending.Any && repeated && _current is { } current && message is not [(byte)'U', ..])
        {
            current.Process.ObserveAgain();
            return current.Apply(message, parsed.Message, head.Stamp?.Nanoseconds, parsed.Important);
        }

        _decorators.Reset();
        return ReadStamped(head, parsed.Important, line, parsed.MessageStart, lines.Number, parsed.Message);
    }

    private bool ReadUnparsed(ReadOnlySpan<byte> line, long number)
    {
        var decorators = _decorators.Current;
        var start = decorators?.Read(line) ?? -1;
        if (start < 0) return ReadUnusual(line, number);
        if (!_pending.Any && decorators!.Repeated && _current is { } current && line[start..] is not [(byte)'U', ..])
        {
            current.Process.ObserveAgain();
            return Apply(current, line[start..], decorators.Nanoseconds, decorators.Important);
        }

        _decorators.Reset();
        return ReadStamped(decorators!, line, start, number);
    }

    /// <summary>Reads a line whose decorators are not those of the line before.</summary>
    private bool ReadUnusual(ReadOnlySpan<byte> line, long number)
    {
        var found = _decorators.Find(line, out var start, out var torn);
        if (torn || found is null)
        {
            // Of a piece and a whole line behind it, the line is read and the piece is not.
            if (_decorators.FindInside(line, out var inside) is { } whole)
            {
                if (!ReadStamped(whole, line, inside, number)) return false;
                if (line[0] == '[' && !_decorators.HasPrefix) Coverage.NotUnderstood(number, line, isRead: !LostPause.Is(line[..inside]));
                return true;
            }

            // The level of a live log may change, and with it the decorators; other lines are the application's own.
            if (found is null && (line[0] == '[' || _decorators.Current is not null)) return !LostLine.Is(line);
        }

        if (found is null)
        {
            found = new DecoratorReader(DecoratorLayout.None);
            start = found.Read(line);
        }

        if (!torn) return ReadStamped(found, line, start, number);
        // Its time is lost, but not its content: it gets the time of the lines around it.
        if (_current is { } owner) Apply(owner, line[start..], owner.Process.LastNanoseconds, found.Important);
        Coverage.NotUnderstood(number, line, isRead: _current is not null);
        return true;
    }

    private bool ReadStamped(DecoratorReader decorators, ReadOnlySpan<byte> line, int start, long number)
    {
        _parser.Parse(line[start..], ref _parsed);
        var head = new LineHead(decorators.Stamp, decorators.ProcessId);
        return ReadStamped(head, decorators.Important, line, start, number, _parsed);
    }

    private bool ReadStamped(
        in LineHead head, bool important, ReadOnlySpan<byte> line, int start, long number, in ParsedMessage parsed)
    {
        var message = line[start..];
        if (_pending.Any && head.Stamp is { } next) ApplyWaiting(IsWaitingTorn(next, message));
        if (head is { Stamp: { } now, ProcessId: null } && _current?.Process.LastNanoseconds is { } last && !_interleaved
            && StampGuard.Jumps(last, now.Nanoseconds) && UsingLine.CollectorOf(message) is null
            && _pending.TryBegin(line, number, now))
        {
            _pendingStart = start;
            _pendingImportant = important;
            // It is counted when it is applied.
            _uncounted--;
            return true;
        }

        return Apply(head, important, message, number, parsed);
    }

    private bool Apply(in LineHead head, bool important, ReadOnlySpan<byte> message, long number, in ParsedMessage parsed)
    {
        var process = ProcessOf(head.Stamp, head.ProcessId, message, number);
        if (head.Stamp is { } stamp)
        {
            process.Process.Observe(stamp);
            if (_context.Times is { } times) process.Process.Arrived(stamp, times.Find(number));
        }

        return process.Apply(message, parsed, head.Stamp?.Nanoseconds, important);
    }

    /// <summary>Applies a message that was not taken apart before.</summary>
    private bool Apply(UnifiedProcess process, ReadOnlySpan<byte> message, long? at, bool important)
    {
        _parser.Parse(message, ref _parsed);
        return process.Apply(message, _parsed, at, important);
    }

    /// <summary>Whether the timestamp of the line that waits is torn, now that the one behind it is known.</summary>
    private bool IsWaitingTorn(in JvmStamp next, ReadOnlySpan<byte> nextMessage)
    {
        var process = _current!.Process;
        // The line behind may be another JVM's first.
        if (UsingLine.CollectorOf(nextMessage) is not null) return false;
        if (UnifiedMessage.TryTakeNumber(ref nextMessage, out var following) && !process.Continues(following)) return false;
        if (process.LastNanoseconds is not { } last || !StampGuard.IsTorn(last, _pending.Stamp.Nanoseconds, next.Nanoseconds)) return false;
        var message = _pending.Line(0)[_pendingStart..];
        // Another JVM's line would not go on with this one's numbers.
        return !UnifiedMessage.TryTakeNumber(ref message, out var collection) || process.Continues(collection);
    }

    /// <summary>Applies the line that waits; with a torn timestamp at the time of the lines before it.</summary>
    private void ApplyWaiting(bool torn)
    {
        var line = _pending.Line(0);
        var number = _pending.Number(0);
        var stamp = _pending.Stamp;
        _pending.Clear();
        var message = line[_pendingStart..];
        _parser.Parse(message, ref _waiting);
        if (torn) _current!.Apply(message, _waiting, _current.Process.LastNanoseconds, _pendingImportant);
        if (torn || !Apply(new LineHead(stamp, null), _pendingImportant, message, number, _waiting))
            Coverage.NotUnderstood(number, line, isRead: torn);
        _uncounted++;
    }

    /// <summary>Adds the lines since the last call to those of the JVM that they belong to.</summary>
    private void CountLines()
    {
        if (_uncounted > 0) Coverage.Lines = (Coverage.Lines ?? 0) + _uncounted;
        _uncounted = 0;
    }

    /// <summary>The JVM that a line belongs to: by its process id, else the running one unless time or header show a restart.</summary>
    private UnifiedProcess ProcessOf(JvmStamp? at, int? processId, ReadOnlySpan<byte> message, long number)
    {
        if (processId is { } id)
        {
            if (_byId.TryGetValue(id, out var known)) Switch(known);
            else if (_current is null || _byId.Count > 0) _current = Begin();
            _byId.TryAdd(id, _current!);
            _current!.Process.Recording.Source.ProcessId = id;
        }

        if (_current is null) return _current = Begin();
        if (processId is null && _processes.Count > 1 && OtherThatContinues(at, message) is { } other)
        {
            if (!_interleaved)
            {
                other.Process.Recording.Coverage.Add(
                    $"lines of several JVMs are interleaved from line {number.ToString("N0", CultureInfo.InvariantCulture)} on: "
                    + "they are separated by uptime and collection numbers. The decorator pid makes it certain");
            }

            _interleaved = true;
            Switch(other);
            return other;
        }

        if (!IsRestart(_current.Process, at, message) || _processes.Count >= Limits.Processes) return _current;
        Coverage.Add($"another JVM starts at line {number.ToString("N0", CultureInfo.InvariantCulture)}: each is a separate recording");
        _current = Begin();
        if (processId is { } owner) _byId[owner] = _current;
        return _current;
    }

    private static bool IsRestart(JvmProcess process, JvmStamp? at, ReadOnlySpan<byte> message)
    {
        if (at is { SinceStart: true } stamp && stamp.Nanoseconds < process.LastNanoseconds - BackwardsNanoseconds) return true;
        return process.Used && message is [(byte)'U', ..] && UsingLine.CollectorOf(message) is not null;
    }

    /// <summary>
    /// Another JVM that a line belongs to although it follows one of the current JVM: its uptime and the collection's
    /// number go on from there and not from here. Null when the line may be the current JVM's.
    /// </summary>
    private UnifiedProcess? OtherThatContinues(JvmStamp? at, ReadOnlySpan<byte> message)
    {
        if (at is not { SinceStart: true } stamp
            || _current!.Process.LastNanoseconds is not { } last || UsingLine.CollectorOf(message) is not null)
        {
            return null;
        }

        var step = stamp.Nanoseconds - last;
        long? number = UnifiedMessage.TryTakeNumber(ref message, out var reported) ? reported : null;
        if (Math.Abs(step) <= BackwardsNanoseconds && (number is not { } own || _current.Process.Continues(own))) return null;
        // A long step forward of a line without a number is no proof.
        if (step > 0 && number is { } known ? _current.Process.Continues(known) : step > 0 && !_interleaved) return null;
        UnifiedProcess? nearest = null;
        foreach (var process in _processes)
        {
            if (process == _current || process.Process.LastNanoseconds is not { } end || stamp.Nanoseconds < end - DisorderNanoseconds)
            {
                continue;
            }

            if (number is { } next && !process.Process.Continues(next)) continue;
            if (stamp.Nanoseconds - end > LongestSilenceNanoseconds || (step > 0 && stamp.Nanoseconds - end >= step)) continue;
            if (nearest is null || end > nearest.Process.LastNanoseconds) nearest = process;
        }

        return nearest;
    }

    private void Switch(UnifiedProcess process)
    {
        if (process != _current) CountLines();
        _current = process;
    }

    private UnifiedProcess Begin()
    {
        CountLines();
        var begun = new UnifiedProcess(
            new JvmProcess(JvmFormats.Unified, _context, _processes.Count == 0 ? _leading : new CoverageBuilder()) { WritesHeader = true });
        _processes.Add(begun);
        return begun;
    }

    private List<Recording> Finish(ParsedLines lines)
    {
        if (lines.Failure is { } failure) Coverage.Add($"reading stopped at line {lines.Number}: {failure.Message}", unreadable: true);
        if (lines.CutLines > 0) Coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        var recordings = new List<Recording>();
        foreach (var process in _processes)
        {
            if (process.Process.Repeated is { } twice)
            {
                process.Process.Recording.Coverage.Add(
                    $"collection {twice.ToString("N0", CultureInfo.InvariantCulture)} ends twice: several JVMs write to this log and "
                    + "cannot be separated, so its numbers are mixed up. Give each JVM its own log file, or add the decorator pid",
                    unreadable: true);
            }

            if (process.Process.Used || process.Process.HeaderSeen) recordings.Add(process.Process.Finish());
        }

        return recordings;
    }
}
