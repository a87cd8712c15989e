using System.IO.Compression;
using Unpause.Recordings;
using Unpause.Recordings.Cpu;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Tests.Readers.Perf;

/// <summary>The recorded samples of samples/cpu, and texts made up for one question.</summary>
internal static class PerfSample
{
    public static byte[] Bytes(string name)
    {
        using var packed = File.OpenRead(RepositoryFolder.File("samples", "cpu", name + ".perf.txt.gz"));
        using var gzip = new GZipStream(packed, CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        gzip.CopyTo(bytes);
        return bytes.ToArray();
    }

    public static CpuSamples Read(string name) => Assert.Single(Samples.Load("samples", "cpu", name + ".perf.txt.gz")).CpuSamples!;

    public static IReadOnlyList<Recording> Read(byte[] bytes) => new PerfScriptReader().Read(new MemoryStream(bytes), new(["x"]));

    /// <summary>How many samples of a class there are; 0 when there is no such class.</summary>
    public static long Of(CpuSamples samples, string name) => samples.Classes.SingleOrDefault(row => row.Name == name)?.Samples ?? 0;

    /// <summary>All that must be alike however the bytes arrive.</summary>
    public static string Describe(IReadOnlyList<Recording> recordings) => string.Join('\n', recordings.Select(recording =>
        $"{recording.Source.Runtime} {recording.Source.ProcessId} {recording.Source.Command} {recording.Coverage.LinesUnparsed}\n"
        + string.Join('\n', recording.CpuSamples!.Classes) + '\n' + string.Join('\n', recording.CpuSamples.Parts) + '\n'
        + string.Join('\n', recording.CpuSamples.Stacks(int.MaxValue).Select(
            stack => $"{stack.Thread};{string.Join(';', stack.Frames)} {stack.Class.Name} {stack.Samples}"))));
}
