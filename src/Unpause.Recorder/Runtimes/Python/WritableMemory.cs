namespace Unpause.Recorder.Runtimes.Python;

/// <summary>The private writable mappings of a process, with adjacent ones merged.</summary>
internal sealed class WritableMemory
{
    private const ulong LastAddress = long.MaxValue;
    private const int Word = sizeof(ulong);

    private readonly List<(ulong Start, ulong End)> _all = [];
    private readonly List<(ulong Start, ulong End, bool Named)> _ofFiles = [];

    /// <summary>
    /// Where a program's or a library's variables are: a part of a file and the anonymous memory after it (.bss). Files with CPython's
    /// name come first, which saves time; the name proves nothing.
    /// </summary>
    public IEnumerable<(ulong Start, ulong End)> OfFiles =>
        _ofFiles.OrderBy(mapping => !mapping.Named).Select(mapping => (mapping.Start, mapping.End));

    /// <summary>Parses lines of maps (proc(5)): addresses, rights, offset, device, inode, path. Other lines are ignored.</summary>
    public static WritableMemory Parse(IEnumerable<string> maps)
    {
        var memory = new WritableMemory();
        foreach (var line in maps) memory.Add(line);
        return memory;
    }

    /// <summary>Whether a range is within the mappings.</summary>
    public bool Has(ulong start, ulong length)
    {
        if (length > LastAddress || start > LastAddress - length) return false;
        var (low, high) = (0, _all.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_all[middle].End <= start) low = middle + 1;
            else high = middle;
        }

        return low < _all.Count && _all[low].Start <= start && start + length <= _all[low].End;
    }

    private static bool IsAddress(string text, out ulong address) =>
        ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out address);

    private void Add(string line)
    {
        const int Fields = 6, Path = 5;
        var words = line.Split(' ', Fields, StringSplitOptions.RemoveEmptyEntries);
        if (words.Length < Path || words[1] is not ['r', 'w', _, 'p', ..] || words[0].Split('-') is not [var from, var to]) return;
        // The kernel lists mappings in order; anything else is invalid.
        if (!IsAddress(from, out var start) || !IsAddress(to, out var end) || start % Word != 0 || start >= end || end > LastAddress
            || (_all is [.., var last] && start < last.End))
        {
            return;
        }

        var path = words.Length > Path ? words[Path] : "";
        if (path.StartsWith('/'))
        {
            var name = path[(path.LastIndexOf('/') + 1)..];
            _ofFiles.Add((start, end, name.Contains("python", StringComparison.Ordinal)));
        }
        else if (path.Length == 0 && _ofFiles is [.., var file] && file.End == start)
        {
            _ofFiles[^1] = file with { End = end };
        }

        if (_all is [.., var before] && before.End == start) _all[^1] = (before.Start, end);
        else _all.Add((start, end));
    }
}
