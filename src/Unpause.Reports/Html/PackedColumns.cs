using System.Buffers.Binary;
using System.Numerics;

namespace Unpause.Reports.Html;

/// <summary>
/// Columns of the timeline element. Short ones are arrays of the JSON. Long ones are written before it, as little-endian numbers that a
/// browser takes without parsing: the JSON has <c>count</c>, <c>at</c> (the offset in bytes, a multiple of 8), <c>width</c> (1, 2 or 4
/// bytes of a signed integer, whose lowest value is unknown; 8 for a double, whose NaN is), <c>plus</c>, which is added to each, and
/// <c>times</c>, by which the sum is multiplied. A column of equal numbers has only <c>count</c> and <c>value</c>.
/// <c>web/src/data/packed.ts</c> reads them.
/// </summary>
/// <param name="output">Takes the long columns, one after the other.</param>
internal sealed class PackedColumns(Stream output)
{
    /// <summary>Shorter columns are JSON.</summary>
    public const int Fewest = 1000;

    private const int Alignment = 8;
    private const int BufferBytes = 32 * 1024;

    private readonly byte[] _buffer = new byte[BufferBytes];
    private int _buffered;

    /// <summary>Bytes written to the output, the buffered ones included.</summary>
    public long Length { get; private set; }

    /// <summary>Whether any column was long.</summary>
    public bool Any { get; private set; }

    /// <summary>Writes values unchanged; null is unknown.</summary>
    public void Write(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        if (count < Fewest) ColumnJson.Write(json, name, count, valueOf);
        else Pack(json, name, count, valueOf, differences: false);
    }

    /// <summary>Writes the difference of each value to the previous known value.</summary>
    public void WriteDifferences(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        if (count < Fewest) ColumnJson.WriteDifferences(json, name, count, valueOf);
        else Pack(json, name, count, valueOf, differences: true);
    }

    /// <summary>Writes values with at most three decimals.</summary>
    public void WriteDecimals(Utf8JsonWriter json, string name, int count, Func<int, double> valueOf)
    {
        if (count < Fewest)
        {
            ColumnJson.WriteDecimals(json, name, count, valueOf);
            return;
        }

        Begin(json, name, count, sizeof(double), 0, 1);
        for (var i = 0; i < count; i++) BinaryPrimitives.WriteDoubleLittleEndian(Next(sizeof(double)), Math.Round(valueOf(i), 3));
    }

    /// <summary>
    /// Ends the output: after long columns the JSON and, in the last 8 bytes, its length as a little-endian integer; else only the JSON.
    /// </summary>
    public void End(ReadOnlySpan<byte> json)
    {
        Flush();
        output.Write(json);
        if (!Any) return;
        Span<byte> length = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(length, json.Length);
        output.Write(length);
    }

    private void Pack(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf, bool differences)
    {
        Start();
        var range = Range.Of(new Values(count, valueOf, differences));
        if (range.AllEqual)
        {
            json.WriteStartObject(name);
            json.WriteNumber("count", count);
            ColumnJson.WriteValue(json, "value", range.Known == 0 ? null : range.Low);
            json.WriteEndObject();
            return;
        }

        var (shift, plus, width) = (range.Shift, range.Plus, range.Width);
        Begin(json, name, count, width, plus, 1L << shift);
        var values = new Values(count, valueOf, differences);
        while (values.Next(out var value))
        {
            var stored = (value >> shift) - plus;
            switch (width)
            {
                case 1: Next(1)[0] = unchecked((byte)(sbyte)(stored ?? sbyte.MinValue)); break;
                case 2: BinaryPrimitives.WriteInt16LittleEndian(Next(2), (short)(stored ?? short.MinValue)); break;
                case 4: BinaryPrimitives.WriteInt32LittleEndian(Next(4), (int)(stored ?? int.MinValue)); break;
                default: BinaryPrimitives.WriteDoubleLittleEndian(Next(8), stored ?? double.NaN); break;
            }
        }
    }

    private void Begin(Utf8JsonWriter json, string name, int count, int width, long plus, long times)
    {
        Start();
        while (Length % Alignment != 0) Next(1)[0] = 0;
        json.WriteStartObject(name);
        json.WriteNumber("count", count);
        json.WriteNumber("at", Length);
        json.WriteNumber("width", width);
        json.WriteNumber("plus", plus);
        json.WriteNumber("times", times);
        json.WriteEndObject();
    }

    /// <summary>The first byte is no brace: so the page knows it from JSON.</summary>
    private void Start()
    {
        if (!Any) Next(Alignment).Clear();
        Any = true;
    }

    private Span<byte> Next(int bytes)
    {
        if (_buffered + bytes > BufferBytes) Flush();
        var next = _buffer.AsSpan(_buffered, bytes);
        _buffered += bytes;
        Length += bytes;
        return next;
    }

    private void Flush()
    {
        output.Write(_buffer, 0, _buffered);
        _buffered = 0;
    }

    /// <summary>The values of a column in order, as they are or as differences.</summary>
    private struct Values(int count, Func<int, long?> valueOf, bool differences)
    {
        private int _next;
        private long _before;

        public bool Next(out long? value)
        {
            value = null;
            if (_next >= count) return false;
            value = valueOf(_next++);
            if (!differences || value is not { } known) return true;
            value = known - _before;
            _before = known;
            return true;
        }
    }

    /// <summary>What decides the form of a column.</summary>
    private readonly record struct Range(long Low, long High, long Bits, int Known, int Count)
    {
        /// <summary>Whether all are the same number, or all unknown.</summary>
        public bool AllEqual => Known == 0 || (Known == Count && Low == High);

        /// <summary>Low bits that are 0 in all: heaps are logged in whole KiB or MiB.</summary>
        public int Shift => Bits == 0 ? 0 : BitOperations.TrailingZeroCount(Bits);

        /// <summary>
        /// The middle of the range where that makes them shorter: bytes of a heap below 4 GiB need four then, not eight.
        /// </summary>
        public long Plus => WidthFor(Middle) < WidthFor(0) ? Middle : 0;

        /// <summary>Bytes of each.</summary>
        public int Width => WidthFor(Plus);

        private long Middle => (Low >> Shift) + (((High >> Shift) - (Low >> Shift)) / 2);

        public static Range Of(Values values)
        {
            var (low, high, bits, known, count) = (long.MaxValue, long.MinValue, 0L, 0, 0);
            for (; values.Next(out var value); count++)
            {
                if (value is not { } number) continue;
                (low, high, bits, known) = (Math.Min(low, number), Math.Max(high, number), bits | number, known + 1);
            }

            return new(low, high, bits, known, count);
        }

        private int WidthFor(long plus) =>
            Fits(plus, sbyte.MaxValue) ? 1 : Fits(plus, short.MaxValue) ? 2 : Fits(plus, int.MaxValue) ? 4 : 8;

        private bool Fits(long plus, long most) => (High >> Shift) - plus <= most && (Low >> Shift) - plus >= -most;
    }
}
