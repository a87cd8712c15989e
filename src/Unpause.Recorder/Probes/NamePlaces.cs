using System.Text;

namespace Unpause.Recorder.Probes;

/// <summary>Finds names in a table of zero-terminated texts, all names in one pass.</summary>
internal static class NamePlaces
{
    /// <summary>
    /// Offset of the first occurrence of each name in the table. A name that is only the end of another name is not found.
    /// </summary>
    /// <param name="file">Reads the table.</param>
    /// <param name="from">The table's start.</param>
    /// <param name="to">The table's end.</param>
    /// <param name="names">The names.</param>
    public static Dictionary<long, string> Of(FileWindow file, long from, long to, IReadOnlyCollection<string> names)
    {
        var wanted = names.Select(name => (Name: name, Text: Encoding.UTF8.GetBytes(name))).ToList();
        var lengths = wanted.Select(name => name.Text.Length).ToHashSet();
        var found = new Dictionary<long, string>();
        // Text before the first 0 can be the end of a text that starts before the table.
        var isWhole = false;
        for (var at = from; at < to && wanted.Count > 0;)
        {
            var block = file.Upto(at, (int)Math.Min(FileWindow.Size, to - at));
            if (block.IsEmpty) break;
            var used = 0;
            for (int length; (length = block[used..].IndexOf((byte)0)) >= 0; used += length + 1)
            {
                if (isWhole && lengths.Contains(length)) Take(wanted, block.Slice(used, length), at + used - from, found);
                isWhole = true;
            }

            if (used == 0)
            {
                // A text longer than one read is none of the names.
                isWhole = false;
                used = block.Length;
            }

            at += used;
        }

        return found;
    }

    private static void Take(
        List<(string Name, byte[] Text)> wanted, ReadOnlySpan<byte> text, long place, Dictionary<long, string> found)
    {
        for (var i = 0; i < wanted.Count; i++)
        {
            if (!text.SequenceEqual(wanted[i].Text)) continue;
            found.Add(place, wanted[i].Name);
            wanted.RemoveAt(i);
            return;
        }
    }
}
