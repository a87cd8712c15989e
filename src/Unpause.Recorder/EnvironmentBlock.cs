namespace Unpause.Recorder;

/// <summary>The program's environment: unpause's own bytes with some variables changed. Text is Latin-1, one character per byte.</summary>
internal sealed unsafe class EnvironmentBlock
{
    // The launcher (launcher/launch.c) puts settings for unpause's own .NET runtime after this entry when address space is limited.
    private const string OwnFollow = "UNPAUSE_OWN=";
    private readonly List<string> _entries;

    /// <summary>An environment of NAME=value entries; other entries are passed on unchanged.</summary>
    public EnvironmentBlock(IEnumerable<byte[]> entries)
        : this([.. entries.Select(entry => Bytes.ToLatin1(entry)).TakeWhile(entry => entry != OwnFollow)])
    {
    }

    private EnvironmentBlock(List<string> entries) => _entries = entries;

    /// <summary>The entries as bytes.</summary>
    public List<byte[]> Entries => _entries.ConvertAll(Bytes.FromLatin1);

    /// <summary>The environment of this process at its start. .NET's own API replaces bytes that are not UTF-8.</summary>
    public static EnvironmentBlock Inherited() => new(OfThisProcess());

    /// <summary>The same with the settings for unpause's own runtime, for another process of unpause.</summary>
    public static EnvironmentBlock Own() => new([.. OfThisProcess().Select(entry => Bytes.ToLatin1(entry))]);

    /// <summary>The variable's value, or null. Of duplicates the first counts, as for getenv.</summary>
    public string? this[string name] =>
        _entries.Find(entry => IsNamed(entry, name)) is { } entry ? entry[(name.Length + 1)..] : null;

    public void Set(string name, string value)
    {
        var first = _entries.FindIndex(entry => IsNamed(entry, name));
        if (first < 0) _entries.Add($"{name}={value}");
        else _entries[first] = $"{name}={value}";
    }

    private static bool IsNamed(string entry, string name) =>
        entry.Length > name.Length && entry[name.Length] == '=' && entry.StartsWith(name, StringComparison.Ordinal);

    private static List<byte[]> OfThisProcess()
    {
        try
        {
            return Bytes.SplitAtZeros(File.ReadAllBytes("/proc/self/environ"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return FromCLibrary();
        }
    }

    private static List<byte[]> FromCLibrary()
    {
        var entries = new List<byte[]>();
        if (!NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "environ", out var address)) return entries;
        for (var entry = *(byte***)address; entry != null && *entry != null; entry++)
            entries.Add(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(*entry).ToArray());
        return entries;
    }
}
