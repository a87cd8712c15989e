using System.IO.Compression;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>The committed samples and what else the tests of .nettrace files share.</summary>
internal static class NettraceSample
{
    /// <summary>Reads a sample; it must give exactly one recording.</summary>
    public static Recording Read(string name) => ReadFile(RepositoryFolder.File("samples", "dotnet", name + ".nettrace.gz"));

    /// <summary>Reads a file; it must give exactly one recording.</summary>
    public static Recording ReadFile(string path)
    {
        var loaded = RuntimeTable.Default.Load([RecordingInput.File(path)]);
        Assert.Empty(loaded.Unread);
        return Assert.Single(loaded.Recordings);
    }

    /// <summary>Reads bytes under a meaningless name.</summary>
    public static LoadedRecordings ReadBytes(byte[] bytes) =>
        RuntimeTable.Default.Load([new RecordingInput("unknown", () => new MemoryStream(bytes))]);

    /// <summary>A sample's bytes, unpacked.</summary>
    public static byte[] Bytes(string name)
    {
        using var file = new GZipStream(
            File.OpenRead(RepositoryFolder.File("samples", "dotnet", name + ".nettrace.gz")), CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        file.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>Collections of a generation and of the older ones: what GC.CollectionCount counts.</summary>
    public static (int Gen0, int Gen1, int Gen2) InclusiveCounts(Recording recording)
    {
        var gen2 = recording.Collections.Count(collection => collection.Generation == Generations.Gen2);
        var gen1 = recording.Collections.Count(collection => collection.Generation == Generations.Gen1);
        return (recording.Collections.Count, gen1 + gen2, gen2);
    }
}
