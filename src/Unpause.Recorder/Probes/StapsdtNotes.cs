using System.Buffers.Binary;
using System.Text;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Reads the USDT markers of an ELF file: section <c>.note.stapsdt</c>
/// (https://sourceware.org/systemtap/wiki/UserSpaceProbeImplementation).
/// </summary>
internal static class StapsdtNotes
{
    // CPython has eight notes, libc 80, of about 60 bytes each.
    private const long LongestSection = 1024 * 1024;
    private const int LongestNote = 4096, HeaderSize = 12, AddressesSize = 24, Kind = 3, MostNotes = 1024;

    /// <summary>The markers of one provider.</summary>
    /// <param name="file">Reads the file.</param>
    public static IReadOnlyList<StapsdtNote> Read(ElfFile elf, FileWindow file, string provider)
    {
        var found = new List<StapsdtNote>();
        if (elf.Section(".note.stapsdt") is not { Length: <= LongestSection } section) return found;
        // If the file was relocated after linking (prelink), its base shows by how much.
        long? moved = elf.Section(".stapsdt.base")?.Address;
        for (var at = section.Offset; at + HeaderSize <= section.End && found.Count < MostNotes;)
        {
            var header = file.Exactly(at, HeaderSize);
            if (header.IsEmpty) break;
            long nameLength = BinaryPrimitives.ReadUInt32LittleEndian(header);
            long length = BinaryPrimitives.ReadUInt32LittleEndian(header[4..]);
            var kind = BinaryPrimitives.ReadUInt32LittleEndian(header[8..]);
            var content = at + HeaderSize + Padded(nameLength);
            if (content + length > section.End) break;
            if (kind == Kind && length is > AddressesSize and <= LongestNote && nameLength == OwnerName.Length
                && file.Exactly(at + HeaderSize, OwnerName.Length).SequenceEqual(OwnerName)
                && Parse(file.Exactly(content, (int)length), provider, moved) is { } note)
            {
                found.Add(note);
            }

            at = content + Padded(length);
        }

        return found;
    }

    private static ReadOnlySpan<byte> OwnerName => "stapsdt\0"u8;

    private static StapsdtNote? Parse(ReadOnlySpan<byte> bytes, string provider, long? movedBase)
    {
        if (bytes.Length < AddressesSize) return null;
        var texts = bytes[AddressesSize..];
        if (!TakeText(ref texts, out var theirs) || theirs != provider) return null;
        if (!TakeText(ref texts, out var name) || !TakeText(ref texts, out var arguments)) return null;
        var (address, linkedBase) = (BinaryPrimitives.ReadInt64LittleEndian(bytes), BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]));
        var semaphore = BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]);
        var moved = movedBase is { } now ? unchecked(now - linkedBase) : 0;
        return new StapsdtNote(
            name, unchecked(address + moved), semaphore == 0 ? 0 : unchecked(semaphore + moved),
            [.. Words(arguments)]);
    }

    /// <summary>Blanks separate arguments, except within arm64's brackets.</summary>
    private static IEnumerable<string> Words(string arguments) =>
        arguments.Replace(", ", ",", StringComparison.Ordinal).Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static bool TakeText(ref ReadOnlySpan<byte> rest, out string text)
    {
        var end = rest.IndexOf((byte)0);
        text = end < 0 ? "" : Encoding.Latin1.GetString(rest[..end]);
        if (end >= 0) rest = rest[(end + 1)..];
        return end >= 0;
    }

    private static long Padded(long length) => (length + 3) / 4 * 4;
}

/// <summary>A USDT marker in a program.</summary>
/// <param name="Name">Its name: <c>gc__start</c>.</param>
/// <param name="Address">Its address in memory, according to the file.</param>
/// <param name="Semaphore">The counter by which the program knows that it is observed; 0 without one.</param>
/// <param name="Arguments">Its arguments, one word each (<see cref="ProbeArgument"/>).</param>
internal sealed record StapsdtNote(string Name, long Address, long Semaphore, IReadOnlyList<string> Arguments);
