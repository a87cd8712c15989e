#if NET
using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>
/// UTF-8 to UTF-7 (RFC 2152): runs of direct characters are copied, all others go as UTF-16 through a six-bit shifter between '+'
/// and '-'. Writes what the runtime's UTF7Encoding writes.
/// </summary>
internal sealed class Utf8ToUtf7Route : Route
{
    private const int PieceLength = 4096;

    // RFC 2152, set D and the white space of rule 3; set O is left to an encoding that allows optional direct characters.
    private const string Direct = "\t\n\r '(),-./0123456789:?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private const string OptionallyDirect = "!\"#$%&*;<=>@[]^_`{|}";

    private static readonly byte[] Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"u8.ToArray();

    private readonly Repair _repair;
    private readonly SearchValues<byte> _direct;
    private readonly bool[] _isDirect = new bool[128];

    // Bits that wait for the next six; Outside when the output is not between '+' and '-'.
    private const int Outside = -1;
    private uint _bits;
    private int _bitCount = Outside;

    internal Utf8ToUtf7Route(Repair repair, Encoding to)
    {
        _repair = repair;
        var direct = Encoding.ASCII.GetBytes(to.GetByteCount("!") == 1 ? Direct + OptionallyDirect : Direct);
        _direct = SearchValues.Create(direct);
        foreach (var value in direct) _isDirect[value] = true;
    }

    internal override int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal)
    {
        var done = 0;
        while (done < source.Length)
        {
            var run = DirectRun(source.Slice(done));
            if (run > 0)
            {
                Leave(destination);
                destination.Write(source.Slice(done, run));
                done += run;
                continue;
            }

            var read = Shift(source.Slice(done, Math.Min(source.Length - done, PieceLength)), destination, out var status);
            done += read;
            if (status == OperationStatus.Done) continue;

            // Four bytes always decide; with more at hand only the piece ended within a character.
            if (status == OperationStatus.NeedMoreData && source.Length - done >= 4) continue;
            if (status == OperationStatus.NeedMoreData && !isFinal) break;
            done += WriteInvalid(source.Slice(done), destination);
        }

        return done;
    }

    internal override void Finish(IBufferWriter<byte> destination) => Leave(destination);

    internal override void Reset()
    {
        _bits = 0;
        _bitCount = Outside;
    }

    private int DirectRun(ReadOnlySpan<byte> source)
    {
        var run = source.IndexOfAnyExcept(_direct);
        return run < 0 ? source.Length : run;
    }

    private int WriteInvalid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination)
    {
        Rune.DecodeFromUtf8(source, out _, out var length);
        _repair.ThrowIfStrict(source.Slice(0, length));
        foreach (var unit in _repair.Text) WriteUnit(unit, destination);
        return length;
    }

    private void WriteUnit(char unit, IBufferWriter<byte> destination)
    {
        if (unit < 0x80 && _isDirect[unit])
        {
            Leave(destination);
            destination.GetSpan(1)[0] = (byte)unit;
            destination.Advance(1);
            return;
        }

        var span = destination.GetSpan(8);
        var written = 0;
        Put(unit, span, ref written);
        destination.Advance(written);
    }

    /// <summary>Writes characters that are not direct, until one is, or the piece ends.</summary>
    private int Shift(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out OperationStatus status)
    {
        // A byte of UTF-8 makes at most 3 of UTF-7 ('+' alone: "+-" is 2); 16 for what opens and closes.
        var span = destination.GetSpan((3 * source.Length) + 16);
        int done = 0, written = 0;
        status = OperationStatus.Done;
        while (done < source.Length)
        {
            uint first = source[done];
            if (first < 0x80)
            {
                if (_isDirect[first]) break;
                Put((char)first, span, ref written);
                done++;
            }
            else if ((first & 0xE0) == 0xC0 && first >= 0xC2 && done + 1 < source.Length && (source[done + 1] & 0xC0) == 0x80)
            {
                Put((char)(((first & 0x1F) << 6) | (source[done + 1] & 0x3Fu)), span, ref written);
                done += 2;
            }
            else
            {
                status = Rune.DecodeFromUtf8(source.Slice(done), out var rune, out var length);
                if (status != OperationStatus.Done) break;
                PutRune(rune, span, ref written);
                done += length;
            }
        }

        destination.Advance(written);
        return done;
    }

    private void PutRune(Rune rune, Span<byte> span, ref int written)
    {
        Span<char> units = stackalloc char[2];
        var count = rune.EncodeToUtf16(units);
        for (var i = 0; i < count; i++) Put(units[i], span, ref written);
    }

    private void Put(char unit, Span<byte> span, ref int written)
    {
        if (_bitCount == Outside)
        {
            span[written++] = (byte)'+';
            if (unit == '+')
            {
                span[written++] = (byte)'-';
                return;
            }

            _bitCount = 0;
        }

        var bits = (_bits << 16) | unit;
        var count = _bitCount + 16;
        while (count >= 6)
        {
            count -= 6;
            span[written++] = Digits[(int)(bits >> count) & 63];
        }

        _bits = bits;
        _bitCount = count;
    }

    private void Leave(IBufferWriter<byte> destination)
    {
        if (_bitCount == Outside) return;
        var span = destination.GetSpan(2);
        var written = 0;
        if (_bitCount > 0) span[written++] = Digits[(int)(_bits << (6 - _bitCount)) & 63];
        span[written++] = (byte)'-';
        destination.Advance(written);
        Reset();
    }
}
#endif
