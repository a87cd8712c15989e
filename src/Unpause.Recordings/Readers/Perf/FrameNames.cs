using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>The names of frames and threads in one input, each once, with what they show.</summary>
internal sealed class FrameNames
{
    private readonly List<string> _names = [];
    private readonly List<ulong> _frameBits = [];
    private readonly Dictionary<int, ulong> _threadBits = [];
    private readonly List<string> _files = [];
    private readonly List<FileFacts> _fileFacts = [];
    private readonly NameTable _table;
    private readonly NameTable _fileTable;
    private readonly byte[] _marked = new byte[Limits.NameBytes];

    public FrameNames()
    {
        _table = new NameTable(_names, Limits.CpuNames);
        _fileTable = new NameTable(_files);
    }

    /// <summary>All names, in the order of their indexes.</summary>
    public IReadOnlyList<string> All => _names;

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _names.Count * 200L;

    /// <summary>A name by its index.</summary>
    public string this[int index] => _names[index];

    /// <summary>The index of a name.</summary>
    public int IndexOf(ReadOnlySpan<byte> name)
    {
        var index = _table.IndexOf(name);
        while (_frameBits.Count < _names.Count) _frameBits.Add(FrameBits.OfFrame(_names[_frameBits.Count]));
        return index;
    }

    /// <summary>The index of the name of a frame of the kernel.</summary>
    public int IndexOfKernel(ReadOnlySpan<byte> name)
    {
        var mark = FrameGlob.KernelMark;
        var length = Math.Min(name.Length, _marked.Length - mark.Length);
        name[..length].CopyTo(_marked);
        Encoding.ASCII.GetBytes(mark, _marked.AsSpan(length));
        return IndexOf(_marked.AsSpan(0, length + mark.Length));
    }

    /// <summary>What a frame of a name shows.</summary>
    public ulong BitsOf(int name) => _frameBits[name];

    /// <summary>What a thread of a name shows.</summary>
    public ulong ThreadBitsOf(int name)
    {
        if (!_threadBits.TryGetValue(name, out var bits)) _threadBits[name] = bits = FrameBits.OfThread(_names[name]);
        return bits;
    }

    /// <summary>What being in a file shows.</summary>
    /// <param name="file">The path, as perf prints it.</param>
    public FileFacts OfFile(ReadOnlySpan<byte> file)
    {
        var index = _fileTable.IndexOf(file);
        while (_fileFacts.Count < _files.Count) _fileFacts.Add(FactsOf(_files[_fileFacts.Count]));
        return _fileFacts[index];
    }

    private FileFacts FactsOf(string path)
    {
        // "/lib/x.so (deleted)": it was replaced since.
        var file = path.EndsWith(')') && path.LastIndexOf(" (", StringComparison.Ordinal) is var end and > 0 ? path.AsSpan(0, end) : path;
        file = file[(file.LastIndexOf('/') + 1)..];
        // What a just-in-time compiler made lies in memory without a file, or in a file that bears the process's number.
        var isCode = path.Length == 0 || path[0] == '[' || path.StartsWith("//anon", StringComparison.Ordinal)
            || file.StartsWith("perf-") || file.StartsWith("memfd:");
        var name = isCode ? "[unknown]" : $"[unknown {file}]";
        return new FileFacts(FrameBits.RuntimesOfFile(file), IndexOf(Encoding.UTF8.GetBytes(name)), ProcessOf(file));
    }

    /// <summary>perf-PID.map, in which a just-in-time compiler lists its code.</summary>
    private static int? ProcessOf(ReadOnlySpan<char> file) =>
        file.StartsWith("perf-") && file.EndsWith(".map") && int.TryParse(file["perf-".Length..^".map".Length], out var process)
            ? process : null;

    /// <summary>What a frame's file shows.</summary>
    /// <param name="Bits">The runtimes to which it may belong.</param>
    /// <param name="Nameless">Index of the name that frames without one have there.</param>
    /// <param name="ProcessId">The process that it bears the number of; null for most.</param>
    internal readonly record struct FileFacts(ulong Bits, int Nameless, int? ProcessId);
}
