using System.Text;
using Unpause.Readers;
using Unpause.Requests.Logs;

namespace Unpause.Requests.Columns;

/// <summary>
/// One request as named columns give it. Starts and ends are ISO 8601, the common log format's time, or numbers since
/// 1970 whose unit the column's name, the user or the magnitude tells; durations are numbers with or without a unit.
/// </summary>
internal sealed class Row(RequestOptions options)
{
    private const long Second = 1_000_000_000;
    private readonly byte[] _name = new byte[Limits.NameBytes];
    private long? _start;
    private long? _end;
    private long? _duration;
    private int _nameLength;
    private int _service;
    private Service _served = new(null, null, null);
    private bool _broken;

    /// <summary>A unit was assumed, because nothing told it.</summary>
    public bool AssumedMilliseconds { get; private set; }

    /// <summary>A time had no zone and was read as UTC.</summary>
    public bool AssumedUtc { get; private set; }

    /// <summary>Whether stamps that don't say of what they are (<c>timestamp</c>) are taken as the end.</summary>
    public bool StampsAreEnds { get; init; }

    public void Begin()
    {
        _start = _end = _duration = null;
        _nameLength = 0;
        _service = -1;
        _broken = false;
        if (_served is not { Name: null, ProcessId: null }) _served = new Service(null, null, null);
    }

    /// <summary>Takes one value; false when a time is none.</summary>
    public void Take(Column column, ReadOnlySpan<byte> text, RequestSetBuilder builder)
    {
        switch (column.Role)
        {
            case ColumnRole.Start when !(StampsAreEnds && column.WrittenAtEnd):
                _start = Time(text, column.Unit, builder);
                break;
            case ColumnRole.Start or ColumnRole.End:
                _end = Time(text, column.Unit, builder);
                break;
            case ColumnRole.Duration:
                _duration = Duration(text, column.Unit);
                break;
            case ColumnRole.Name or ColumnRole.Request:
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

    /// <summary>Adds the request; false when its times are missing or impossible.</summary>
    public bool TryAddTo(RequestSetBuilder builder)
    {
        if (_broken) return false;
        if (_served is not { Name: null, ProcessId: null }) _service = builder.Service(_served);
        var duration = _duration ?? _end - _start;
        var start = _start ?? _end - duration;
        return start is { } s && duration is { } d && builder.TryAddRequest(s, d, builder.Name(_name.AsSpan(0, _nameLength)), _service);
    }

    private long? Time(ReadOnlySpan<byte> text, TimeUnit? unit, RequestSetBuilder builder)
    {
        if (WallTime.TryParseIso(text, out var time, out var digits, out var zoned))
        {
            AssumedUtc |= !zoned;
            builder.Resolution((long)Math.Pow(10, 9 - digits));
            return time;
        }

        if (WallTime.TryParseCommonLog(text, out time))
        {
            builder.Resolution(Second);
            return time;
        }

        if (!TryReadNumber(text, unit ?? options.StartUnit ?? UnitOf(text), out time)) return Fail();
        return time;
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

    private long? Duration(ReadOnlySpan<byte> text, TimeUnit? unit)
    {
        var told = TakeUnit(ref text) ?? unit ?? options.DurationUnit;
        AssumedMilliseconds |= told is null;
        return TryReadNumber(text, told ?? TimeUnit.Milliseconds, out var duration) ? duration : Fail();
    }

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
}
