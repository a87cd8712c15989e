using System.Text;
using Unpause.Requests.Logs;

namespace Unpause.Requests.Columns;

/// <summary>
/// One request as named columns give it. Starts and ends are ISO 8601, the common log format's time, or numbers since
/// 1970 whose unit comes from the column's name, the user or the magnitude; durations are numbers with or without a unit.
/// </summary>
internal sealed class Row(RequestOptions options)
{
    private const long Second = 1_000_000_000;
    private readonly byte[] _name = new byte[Limits.NameBytes];
    private Stamp? _start;
    private Stamp? _end;
    private Stamp? _ambiguous;
    private bool _stampedAtEnd;
    private bool _logged;
    private bool _unitUnknown;
    private bool? _failed;
    private long? _duration;
    private int _nameLength;
    private int _service;
    private Service _served = Service.Unknown;
    private bool _broken;

    /// <summary>A time had no zone and was read as UTC.</summary>
    public bool AssumedUtc { get; private set; }

    /// <summary>Whether timestamps that don't say of what they are (<c>timestamp</c>) are taken as the end.</summary>
    public bool StampsAreEnds { get; init; }

    public void Begin()
    {
        _start = _end = _ambiguous = null;
        _duration = null;
        _failed = null;
        _stampedAtEnd = StampsAreEnds;
        _logged = _unitUnknown = false;
        _nameLength = 0;
        _service = -1;
        _broken = false;
        if (_served is not { Name: null, ProcessId: null }) _served = Service.Unknown;
    }

    /// <summary>Takes one value. Of several timestamps of one moment the finest counts.</summary>
    public void Take(TableColumn column, ReadOnlySpan<byte> text, RequestSetBuilder builder)
    {
        switch (column.Role)
        {
            case ColumnRole.Start when column.Ambiguous:
                TakeStamp(ref _ambiguous, text, column.Unit);
                break;
            case ColumnRole.Start when column.SinceBegan:
                TakeOwnStamp(text, column.Unit!.Value);
                break;
            case ColumnRole.Start:
                TakeStamp(ref _start, text, column.Unit);
                break;
            case ColumnRole.End:
                TakeStamp(ref _end, text, column.Unit);
                break;
            case ColumnRole.Duration:
                _duration = Duration(text, column, builder);
                _stampedAtEnd |= column.WrittenAtEnd;
                break;
            case ColumnRole.Status:
                _failed = RequestOutcome.FailedByStatus(text) ?? _failed;
                break;
            case ColumnRole.Success:
                _failed = RequestOutcome.FailedBySuccess(text) ?? _failed;
                break;
            case ColumnRole.LogEntry:
                _logged = true;
                break;
            case ColumnRole.Name:
                AppendName(LogText.WithoutQuery(text));
                break;
            case ColumnRole.Request:
                AppendName(LogText.MethodAndPath(text));
                break;
            case ColumnRole.Method:
                PrependMethod(text);
                break;
            case ColumnRole.Service when !text.IsEmpty:
                _served = _served with { Name = Encoding.UTF8.GetString(text[..Math.Min(text.Length, Limits.NameBytes)]) };
                break;
            case ColumnRole.ProcessId when System.Buffers.Text.Utf8Parser.TryParse(text, out int pid, out var used) && used == text.Length:
                _served = _served with { ProcessId = pid };
                break;
        }
    }

    /// <summary>
    /// Adds the request; false when its times are missing or impossible. One whose duration has no known unit is left out, and counted.
    /// </summary>
    public bool TryAddTo(RequestSetBuilder builder)
    {
        if (_broken) return false;
        if (_served is not { Name: null, ProcessId: null }) _service = builder.Service(_served);
        var stamped = (_start, _end, _stampedAtEnd) switch
        {
            (not null, not null, _) => TimestampMeaning.Both,
            (not null, null, _) => TimestampMeaning.Start,
            (null, not null, _) or (_, _, true) => TimestampMeaning.End,
            _ => TimestampMeaning.Unknown,
        };
        if (_stampedAtEnd || _logged) _end ??= _ambiguous;
        else _start ??= _ambiguous;
        var duration = _duration ?? _end?.UnixNanoseconds - _start?.UnixNanoseconds;
        // A recorded start is better than a computed one, unless the end has a finer timestamp.
        var fromEnd = _start is null || (_duration is not null && _end?.Resolution < _start?.Resolution);
        var start = fromEnd ? _end?.UnixNanoseconds - duration : _start!.Value.UnixNanoseconds;
        if (start is not { } s || duration is not { } d) return false;
        if (_unitUnknown) return true;
        builder.FinestStamp((fromEnd ? _end : _start)!.Value.Resolution);
        builder.Stamp(stamped, stamped == TimestampMeaning.Both ? stamped : fromEnd ? TimestampMeaning.End : TimestampMeaning.Start);
        return builder.TryAddRequest(s, d, builder.Name(_name.AsSpan(0, _nameLength)), _service, _failed);
    }

    private void TakeStamp(ref Stamp? known, ReadOnlySpan<byte> text, TimeUnit? unit)
    {
        if (ReadStamp(text, unit) is not { } stamp) _broken = true;
        else if (known is null || stamp.Resolution < known.Value.Resolution) known = stamp;
    }

    private void TakeOwnStamp(ReadOnlySpan<byte> text, TimeUnit unit)
    {
        if (options.BeganUnixNanoseconds is { } began && TryReadNumber(text, unit, out var offset) && offset <= long.MaxValue - began)
            _start = new Stamp(began + offset, RequestOutcome.OwnStartNanoseconds);
        else _broken = true;
    }

    private Stamp? ReadStamp(ReadOnlySpan<byte> text, TimeUnit? unit)
    {
        if (WallTime.TryParseIso(text, out var time, out var digits, out var zoned))
        {
            AssumedUtc |= !zoned;
            return new Stamp(time, (long)Math.Pow(10, 9 - digits));
        }

        if (WallTime.TryParseCommonLog(text, out time)) return new Stamp(time, Second);
        var known = unit ?? options.StartUnit ?? UnitOf(text);
        if (!TryReadNumber(text, known, out time)) return null;
        var point = text.IndexOf((byte)'.');
        var resolution = point < 0 ? (long)known : (long)known / Math.Pow(10, text.Length - point - 1);
        return new Stamp(time, (long)Math.Max(1, resolution));
    }

    private long? Fail()
    {
        _broken = true;
        return null;
    }

    /// <summary>The unit in which a number is a time between 1973 and 5138: each unit's range is its own.</summary>
    private static TimeUnit UnitOf(ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        if (!cursor.TryTakeInteger(out var whole)) return TimeUnit.Seconds;
        return whole switch
        {
            < 100_000_000_000 => TimeUnit.Seconds,
            < 100_000_000_000_000 => TimeUnit.Milliseconds,
            < 100_000_000_000_000_000 => TimeUnit.Microseconds,
            _ => TimeUnit.Nanoseconds,
        };
    }

    private long? Duration(ReadOnlySpan<byte> text, TableColumn column, RequestSetBuilder builder)
    {
        var whole = text;
        var reported = TakeUnit(ref text) ?? (column.WholeUnknown && IsWhole(text) ? null : column.Unit) ?? options.DurationUnit;
        if (!TryReadNumber(text, reported ?? TimeUnit.Milliseconds, out var duration)) return Fail();
        if (reported is null && duration != 0)
        {
            _unitUnknown = true;
            builder.UnitUnknown(whole);
        }

        return duration;
    }

    private static bool IsWhole(ReadOnlySpan<byte> text) => text.IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0;

    /// <summary>Takes a unit off a value's end: <c>12ms</c>, <c>0.5 s</c>.</summary>
    private static TimeUnit? TakeUnit(ref ReadOnlySpan<byte> text)
    {
        var unit = text switch
        {
            _ when text.EndsWith("ms"u8) => (TimeUnit.Milliseconds, 2),
            _ when text.EndsWith("us"u8) => (TimeUnit.Microseconds, 2),
            _ when text.EndsWith("µs"u8) => (TimeUnit.Microseconds, 3),
            _ when text.EndsWith("ns"u8) => (TimeUnit.Nanoseconds, 2),
            _ when text.EndsWith("s"u8) => (TimeUnit.Seconds, 1),
            _ => ((TimeUnit, int)?)null,
        };
        if (unit is not { } found) return null;
        text = text[..^found.Item2].TrimEnd((byte)' ');
        return found.Item1;
    }

    private static bool TryReadNumber(ReadOnlySpan<byte> text, TimeUnit unit, out long nanoseconds)
    {
        var cursor = new Utf8Cursor(text);
        var digits = unit switch { TimeUnit.Seconds => 9, TimeUnit.Milliseconds => 6, TimeUnit.Microseconds => 3, _ => 0 };
        if (cursor.TryTakeFixed(digits, out nanoseconds) && cursor.AtEnd) return true;
        // Signs and exponents, as other programs print floating-point numbers.
        return System.Buffers.Text.Utf8Parser.TryParse(text, out double real, out var used) && used == text.Length
            && Json.JsonText.TryRound(real * (long)unit, out nanoseconds);
    }

    private void AppendName(ReadOnlySpan<byte> text)
    {
        if (_nameLength > 0 && _nameLength < _name.Length) _name[_nameLength++] = (byte)' ';
        var length = Math.Min(text.Length, _name.Length - _nameLength);
        text[..length].CopyTo(_name.AsSpan(_nameLength));
        _nameLength += length;
    }

    private void PrependMethod(ReadOnlySpan<byte> method)
    {
        var shift = method.Length + (_nameLength > 0 ? 1 : 0);
        if (shift + _nameLength > _name.Length) return;
        _name.AsSpan(0, _nameLength).CopyTo(_name.AsSpan(shift));
        method.CopyTo(_name);
        if (_nameLength > 0) _name[method.Length] = (byte)' ';
        _nameLength += shift;
    }

    /// <summary>A moment and how finely it is stamped.</summary>
    private readonly record struct Stamp(long UnixNanoseconds, long Resolution);
}
