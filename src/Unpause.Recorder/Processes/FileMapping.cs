namespace Unpause.Recorder.Processes;

/// <summary>A part of a file that is mapped into a process's memory.</summary>
/// <param name="Start">Start address.</param>
/// <param name="End">End address.</param>
/// <param name="Path">The file's path as the reader of the line sees it; the file may be gone.</param>
/// <param name="IsWritten">Whether writes to the memory go to the file, which was opened for writing.</param>
internal readonly record struct FileMapping(ulong Start, ulong End, string Path, bool IsWritten)
{
    private const int Writable = 1, Shared = 3;

    /// <summary>The kernel's link to this file, relative to the process's folder in /proc.</summary>
    public string Link => string.Create(CultureInfo.InvariantCulture, $"map_files/{Start:x}-{End:x}");

    /// <summary>Parses a line of /proc/PID/maps (proc(5)): addresses, rights, offset, device, inode, path; null without a file.</summary>
    public static FileMapping? Parse(string line)
    {
        var path = line.IndexOf('/', StringComparison.Ordinal);
        if (path < 0) return null;
        var words = line[..path].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var dash = words.Length > 0 ? words[0].IndexOf('-', StringComparison.Ordinal) : -1;
        if (dash < 0 || !Hex(words[0].AsSpan(0, dash), out var start) || !Hex(words[0].AsSpan(dash + 1), out var end)) return null;
        var written = words.Length > 1 && words[1].Length > Shared && words[1][Writable] == 'w' && words[1][Shared] == 's';
        return new FileMapping(start, end, line[path..].Replace(" (deleted)", "", StringComparison.Ordinal), written);
    }

    /// <summary>
    /// The same with the path as a process with another root directory sees it: the kernel writes paths as the reader of the file sees them
    /// (seq_file_path in fs/seq_file.c).
    /// </summary>
    /// <param name="root">That directory, without a slash at its end.</param>
    public FileMapping Below(string root) =>
        root.Length > 0 && Path.StartsWith(root, StringComparison.Ordinal) && Path.AsSpan(root.Length) is ['/', ..]
            ? this with { Path = Path[root.Length..] }
            : this;

    private static bool Hex(ReadOnlySpan<char> text, out ulong number) =>
        ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);
}
