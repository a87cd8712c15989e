using System.IO.Compression;
using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Node;

/// <summary>The samples of Node.js, and what their program counted itself.</summary>
internal static class NodeSamples
{
    /// <summary>The bytes of a sample, unpacked.</summary>
    public static byte[] Bytes(string file)
    {
        var bytes = File.ReadAllBytes(RepositoryFolder.File(["samples", "node", .. file.Split('/')]));
        if (!file.EndsWith(".gz", StringComparison.Ordinal)) return bytes;
        using var unpacked = new MemoryStream();
        using (var packed = new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress)) packed.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    /// <summary>What each thread counted, the main thread's first.</summary>
    public static IReadOnlyList<ObservedCollections> Observed(string file) =>
        [.. File.ReadLines(RepositoryFolder.File(["samples", "node", .. file.Split('/')]))
            .Select(line => JsonSerializer.Deserialize<ObservedCollections>(line)!).OrderBy(each => each.Thread, StringComparer.Ordinal)];

    /// <summary>What the program's observer saw of a recording: from the first forced collection on.</summary>
    public static IReadOnlyList<Collection> FromFirstForced(Recording recording) =>
        [.. recording.Collections.SkipWhile(collection => !collection.Induced)];
}

/// <summary>Counts of a PerformanceObserver.</summary>
internal sealed record ObservedCollections(
    [property: System.Text.Json.Serialization.JsonPropertyName("thread")] string Thread,
    [property: System.Text.Json.Serialization.JsonPropertyName("minor")] int Minor,
    [property: System.Text.Json.Serialization.JsonPropertyName("major")] int Major,
    [property: System.Text.Json.Serialization.JsonPropertyName("minor_ms")] double MinorMilliseconds,
    [property: System.Text.Json.Serialization.JsonPropertyName("major_ms")] double MajorMilliseconds)
{
    /// <summary>Both kinds.</summary>
    public double Milliseconds => MinorMilliseconds + MajorMilliseconds;
}
