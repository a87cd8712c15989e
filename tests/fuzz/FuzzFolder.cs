using System.IO.Compression;
using System.Security.Cryptography;

namespace Unpause.Fuzz;

/// <summary>Where inputs come from and go to: the repository's corpus and samples, and the folder of a run.</summary>
/// <param name="Runs">The folder of runs; null where nothing is written.</param>
internal sealed record FuzzFolder(string? Runs)
{
    private const int NameBytes = 8;

    /// <summary>What the repository keeps of a target.</summary>
    public static string Corpus(FuzzTarget target) => Tests.RepositoryFolder.File("tests", "fuzz", "corpus", target.Name);

    /// <summary>The inputs to start from: what the repository keeps, samples, and what earlier runs found.</summary>
    public IEnumerable<byte[]> Seeds(FuzzTarget target)
    {
        foreach (var file in Kept(target)) yield return File.ReadAllBytes(file);
        if (Runs is null) yield break;
        foreach (var pattern in target.Seeds)
        {
            var files = Matching(Tests.RepositoryFolder.Root, pattern.Split('/')).Order(StringComparer.Ordinal);
            foreach (var file in files) yield return Cut(file);
        }

        var queue = Queue(target);
        if (!Directory.Exists(queue)) yield break;
        foreach (var file in Directory.GetFiles(queue).OrderBy(file => new FileInfo(file).Length)) yield return File.ReadAllBytes(file);
    }

    /// <summary>The files that the repository keeps of a target.</summary>
    public static IReadOnlyList<string> Kept(FuzzTarget target) => Directory.Exists(Corpus(target))
        ? [.. Directory.GetFiles(Corpus(target)).Order(StringComparer.Ordinal)]
        : [];

    /// <summary>Keeps an input that found something.</summary>
    public void Keep(FuzzTarget target, byte[] input)
    {
        if (Runs is not null) Write(Queue(target), Name(input), input);
    }

    /// <summary>Keeps an input that is a fault.</summary>
    public void KeepFault(FuzzTarget target, string kind, string text, byte[] input)
    {
        if (Runs is null) return;
        var folder = Path.Combine(Runs, target.Name, "faults");
        Write(folder, $"{kind}-{Name(input)}", input);
        Write(folder, $"{kind}-{Name(input)}.txt", System.Text.Encoding.UTF8.GetBytes(text + "\n"));
    }

    /// <summary>A name that is the content's own.</summary>
    public static string Name(byte[] input) => Convert.ToHexStringLower(SHA256.HashData(input))[..(2 * NameBytes)];

    private string Queue(FuzzTarget target) => Path.Combine(Runs!, target.Name, "queue");

    private static void Write(string folder, string name, byte[] bytes)
    {
        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, name);
        if (!File.Exists(path)) File.WriteAllBytes(path, bytes);
    }

    private static IEnumerable<string> Matching(string folder, ReadOnlyMemory<string> pattern)
    {
        if (!Directory.Exists(folder)) return [];
        var first = pattern.Span[0];
        return pattern.Length == 1
            ? Directory.EnumerateFiles(folder, first)
            : Directory.EnumerateDirectories(folder, first).SelectMany(inner => Matching(inner, pattern[1..]));
    }

    private static byte[] Cut(string file)
    {
        using Stream raw = File.OpenRead(file);
        using var content = file.EndsWith(".gz", StringComparison.Ordinal) ? new GZipStream(raw, CompressionMode.Decompress) : raw;
        // Those that end with what they are about (flight recordings) are useless when cut: they are taken whole, if they are small enough.
        var bytes = new byte[FuzzLimits.InputBytes];
        var length = content.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return bytes[..(length < bytes.Length ? length : FuzzLimits.SeedBytes)];
    }
}
