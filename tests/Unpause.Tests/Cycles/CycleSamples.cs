using System.IO.Compression;
using System.Text;
using Unpause.Recordings.Cycles;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Cycles;

/// <summary>Garbage snapshots, real and synthetic.</summary>
internal static class CycleSamples
{
    /// <summary>The files of a sample.</summary>
    public static List<RecordingInput> Inputs(string name) =>
        [.. Directory.GetFiles(RepositoryFolder.File("samples", "python", "cycles", name)).Order(StringComparer.Ordinal)
            .Select(RecordingInput.File)];

    /// <summary>A sample, analysed.</summary>
    public static CyclesDocument Read(string name) => CycleMaterial.Read(Inputs(name))!;

    /// <summary>A snapshot's file of a sample.</summary>
    public static byte[] Look(string name, int number) => Unpacked(name, $"look-{number}.upcy.gz");

    /// <summary>A file of a sample, unpacked.</summary>
    public static byte[] Unpacked(string name, string fileName)
    {
        using var file = File.OpenRead(RepositoryFolder.File("samples", "python", "cycles", name, fileName));
        using var unpacked = new GZipStream(file, CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        unpacked.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>An input of bytes.</summary>
    public static RecordingInput Of(byte[] bytes) => new("made.upcy", () => new MemoryStream(bytes));

    /// <summary>An input of lines after a snapshot's first line.</summary>
    public static RecordingInput OfLines(params string[] lines) =>
        Of(Encoding.UTF8.GetBytes(string.Concat(lines.Prepend("unpause-cycles\t1\t7\t1\t1\t2\t1").Select(line => line + "\n"))));
}
