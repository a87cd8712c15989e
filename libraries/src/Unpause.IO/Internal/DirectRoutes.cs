#if NET
using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace Unpause.IO;

/// <summary>A route without state: what a block leaves unread comes again at the beginning of the next.</summary>
/// <param name="repair">What to do with invalid input.</param>
internal abstract class StatelessRoute(Repair repair) : Route
{
    // Small enough to stay in the first-level cache between being checked and being copied.
    private const int PieceLength = 8192;

    internal override int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal)
    {
        var done = 0;
        while (done < source.Length)
        {
            var piece = source.Slice(done, Math.Min(PieceLength, source.Length - done));
            var last = done + piece.Length == source.Length;
            var read = ConvertValid(piece, destination, out var invalid);
            done += read;
            if (invalid > 0)
            {
                repair.Write(source.Slice(done, invalid), destination);
                done += invalid;
            }
            else if (read < piece.Length && last)
            {
                if (!isFinal) break;
                for (var left = source.Length - done; left > 0; left -= UnitLength)
                {
                    repair.Write(source.Slice(done, Math.Min(left, UnitLength)), destination);
                    done += Math.Min(left, UnitLength);
                }
            }
        }

        return done;
    }

    internal override void Finish(IBufferWriter<byte> destination)
    {
    }

    internal override void Reset()
    {
    }

    /// <summary>Converts up to the first invalid sequence, whose length is given, or up to an incomplete one at the end.</summary>
    protected abstract int ConvertValid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out int invalid);

    /// <summary>How many bytes at the end of the input one replacement stands for at most.</summary>
    protected virtual int UnitLength => MaxUnread;

    /// <summary>Length of the invalid UTF-8 sequence at the beginning; 0 when it is only incomplete.</summary>
    protected static int InvalidLength(ReadOnlySpan<byte> utf8) =>
        Rune.DecodeFromUtf8(utf8, out _, out var length) == OperationStatus.InvalidData ? length : 0;
}

/// <summary>ASCII to what contains it.</summary>
internal sealed class AsciiRoute(Repair repair) : StatelessRoute(repair)
{
    protected override int ConvertValid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out int invalid)
    {
        var isValid = Ascii.IsValid(source);
        var count = isValid ? source.Length : source.IndexOfAnyInRange((byte)0x80, (byte)0xFF);
        invalid = isValid ? 0 : 1;
        destination.Write(source.Slice(0, count));
        return count;
    }
}

/// <summary>UTF-8 to UTF-8: checks and copies.</summary>
internal sealed class Utf8Route(Repair repair) : StatelessRoute(repair)
{
    protected override int ConvertValid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out int invalid)
    {
        invalid = 0;
        var whole = source.Slice(0, source.Length - IncompleteLength(source));
        var count = whole.Length;
        if (!Utf8.IsValid(whole))
        {
            count = ValidLength(whole);
            invalid = InvalidLength(source.Slice(count));
        }

        destination.Write(source.Slice(0, count));
        return count;
    }

    /// <summary>Number of bytes of a character that begins at the end and is not complete.</summary>
    private static int IncompleteLength(ReadOnlySpan<byte> source)
    {
        for (var length = 1; length <= Math.Min(3, source.Length); length++)
        {
            var lead = source[^length];
            if (lead < 0x80) return 0;
            if (lead < 0xC0) continue;
            return Rune.DecodeFromUtf8(source[^length..], out _, out _) == OperationStatus.NeedMoreData ? length : 0;
        }

        return 0;
    }

    private static int ValidLength(ReadOnlySpan<byte> source)
    {
        var done = 0;
        while (done < source.Length && Rune.DecodeFromUtf8(source.Slice(done), out _, out var length) == OperationStatus.Done)
        {
            done += length;
        }

        return done;
    }
}

/// <summary>UTF-8 to little-endian UTF-16, straight into the output.</summary>
internal sealed class Utf8ToUtf16Route(Repair repair) : StatelessRoute(repair)
{
    protected override int ConvertValid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out int invalid)
    {
        invalid = 0;
        var done = 0;
        while (done < source.Length)
        {
            var span = destination.GetSpan(Math.Min(2 * (source.Length - done), 4096));
            var status = Utf8.ToUtf16(
                source.Slice(done), MemoryMarshal.Cast<byte, char>(span), out var read, out var written,
                replaceInvalidSequences: false, isFinalBlock: false);
            destination.Advance(2 * written);
            done += read;
            if (status == OperationStatus.InvalidData) invalid = InvalidLength(source.Slice(done));
            if (status is not (OperationStatus.DestinationTooSmall or OperationStatus.Done)) break;
        }

        return done;
    }
}

/// <summary>Little-endian UTF-16 to UTF-8, straight into the output.</summary>
internal sealed class Utf16ToUtf8Route(Repair repair) : StatelessRoute(repair)
{
    protected override int UnitLength => 2;

    protected override int ConvertValid(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, out int invalid)
    {
        invalid = 0;
        var chars = MemoryMarshal.Cast<byte, char>(source);
        var done = 0;
        while (done < chars.Length)
        {
            var span = destination.GetSpan(Math.Min(3 * (chars.Length - done), 4096));
            var status = Utf8.FromUtf16(
                chars.Slice(done), span, out var read, out var written, replaceInvalidSequences: false, isFinalBlock: false);
            destination.Advance(written);
            done += read;
            if (status == OperationStatus.InvalidData) invalid = 2;
            if (status is not (OperationStatus.DestinationTooSmall or OperationStatus.Done)) break;
        }

        return 2 * done;
    }
}
#endif
