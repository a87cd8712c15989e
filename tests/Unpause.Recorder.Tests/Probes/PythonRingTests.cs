using System.Buffers.Binary;
using System.Diagnostics;
using System.IO.Compression;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Python;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>A process may map any content under the name of the agent's file.</summary>
[Trait("Tier", "live")]
public sealed class PythonRingTests : IDisposable
{
    private const string Maps = """
        import mmap, os, sys
        path = os.path.join(sys.argv[1], "python-%d-1-0.upgc" % os.getpid())
        content = bytearray(open(sys.argv[2], "rb").read())
        content[24:28] = os.getpid().to_bytes(4, "little")
        open(path, "wb").write(content)
        file = open(path, "r+b")
        held = mmap.mmap(file.fileno(), 0)
        print("ready", flush=True)
        sys.stdin.readline()
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Headers with random numbers: copying ends within bounds, and the copy is read or refused.</summary>
    [Fact]
    public void PythonRingCopy_RandomHeader_StaysWithinBounds()
    {
        var sample = File.ReadAllBytes(Path.Combine(RepositoryFolder.Root, "samples", "python", "cycles.upgc"));
        var withRequests = SampleWithRequests();
        var random = new Random(3);
        for (var round = 0; round < 240; round++)
        {
            var bytes = (byte[])(round % 8 == 0 ? withRequests : sample).Clone();
            // Fields of files with requests, and of their copies.
            if (round % 16 == 0) bytes[84 + random.Next(44)] = (byte)random.Next(256);
            for (var change = 0; change < 1 + random.Next(6); change++)
                bytes[random.Next(4) == 0 ? random.Next(bytes.Length) : 12 + random.Next(116)] = (byte)(random.Next(2) * 255);
            if (round % 5 == 0) Array.Fill(bytes, (byte)255, 48, 8);
            // Anchors that overlap the fixed fields: copying them must not change other places.
            if (round % 24 == 0) bytes.AsSpan(72, 4).Clear();
            if (round % 7 == 0) bytes = bytes[..random.Next(bytes.Length)];
            var (theirs, ours) = (Path.Combine(_folder, "theirs"), Path.Combine(_folder, "ours"));
            File.WriteAllBytes(theirs, bytes);
            File.WriteAllBytes(ours, []);
            var handle = File.OpenHandle(theirs, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            using var copy = PythonRingCopy.Begin(handle, ours, TimeSpan.FromDays(100));
            copy?.Take();
            copy?.Finish();
            Assert.InRange(new FileInfo(ours).Length, 0, 40_000_000);
            handle.Dispose();
            if (copy is null) continue;
            using var read = new FileStream(ours, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            new AgentReader().Read(read, new Recordings.Readers.ReadContext([], 0));
        }
    }

    /// <summary>The copy equals the original: the 300 requests of samples/python/web.py, with their collections.</summary>
    [Fact]
    public void PythonRingCopy_Requests_AreCopied()
    {
        var sample = SampleWithRequests();
        var copied = Copied(sample, _ => { });
        var original = new AgentReader().Read(new MemoryStream(sample), new Recordings.Readers.ReadContext([], 0)).Single();
        Assert.Equal(300, original.Requests!.Requests.Count);
        Assert.Equal(original.Requests.Requests, copied.Requests!.Requests);
        Assert.Equal(original.Requests.Names, copied.Requests.Names);
        Assert.Equal(original.Pauses.Count, copied.Pauses.Count);
        Assert.Equal(original.Source.Command, copied.Source.Command);
    }

    /// <summary>Requests arrive during copying, and one of them is never written.</summary>
    [Fact]
    public void PythonRingCopy_RequestsWhileCopying_AreCopied()
    {
        var sample = SampleWithRequests();
        var header = AgentHeader.Parse(sample, out _)!;
        BinaryPrimitives.WriteUInt64LittleEndian(sample.AsSpan(96), 100);
        var copied = Copied(sample, theirs =>
        {
            RandomAccess.Write(theirs, new byte[AgentRequest.Bytes], header.RequestsAt + (249 * AgentRequest.Bytes));
            RandomAccess.Write(theirs, BitConverter.GetBytes(300L), 96);
        });
        Assert.Equal(299, copied.Requests!.Requests.Count);
        Assert.Contains(
            copied.Coverage.Notes, note => note.Text == "Missing 1 request that could not be copied from the process's file.");
    }

    /// <summary>Copies a file that changes during copying.</summary>
    private Recordings.Recording Copied(byte[] sample, Action<SafeFileHandle> changes)
    {
        var (theirs, ours) = (Path.Combine(_folder, "theirs"), Path.Combine(_folder, "ours"));
        File.WriteAllBytes(theirs, sample);
        File.WriteAllBytes(ours, []);
        using var changed = File.OpenHandle(theirs, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        var handle = File.OpenHandle(theirs, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using (var copy = PythonRingCopy.Begin(handle, ours, TimeSpan.FromDays(10_000))!)
        {
            copy.Take();
            changes(changed);
            copy.Take();
            copy.Finish();
            Assert.Null(copy.Problem);
        }

        using var read = File.OpenRead(ours);
        return new AgentReader().Read(read, new Recordings.Readers.ReadContext([], 0)).Single();
    }

    private static byte[] SampleWithRequests()
    {
        using var packed = File.OpenRead(Path.Combine(RepositoryFolder.Root, "samples", "python", "web.upgc.gz"));
        using var unpacked = new GZipStream(packed, CompressionMode.Decompress);
        var bytes = new MemoryStream();
        unpacked.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>The state of a disabled collector, written at exit or between requests, is in the copy.</summary>
    [Fact]
    public void PythonRingCopy_CollectorState_IsCopied()
    {
        var bytes = File.ReadAllBytes(Path.Combine(RepositoryFolder.Root, "samples", "python", "uncollected.upgc"));
        var (theirs, ours) = (Path.Combine(_folder, "theirs"), Path.Combine(_folder, "ours"));
        var reported = BitConverter.ToUInt32(bytes, BitConverter.ToInt32(bytes, 124));
        BitConverter.GetBytes(0).CopyTo(bytes, BitConverter.ToInt32(bytes, 124));
        File.WriteAllBytes(theirs, bytes);
        File.WriteAllBytes(ours, []);
        using var copy = PythonRingCopy.Begin(
            File.OpenHandle(theirs, FileMode.Open, FileAccess.Read, FileShare.ReadWrite), ours, TimeSpan.FromDays(100))!;
        BitConverter.GetBytes(reported).CopyTo(bytes, BitConverter.ToInt32(bytes, 124));
        File.WriteAllBytes(theirs, bytes);
        copy.Finish();
        using var read = new FileStream(ours, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        var recording = Assert.Single(new AgentReader().Read(read, new Recordings.Readers.ReadContext([], 0)));
        Assert.Equal("disabled", recording.Source.Settings["collector_at_end"]);
    }

    /// <summary>A file that is not a recording of the process is not accepted as its agent's.</summary>
    [Fact]
    public void PythonRing_OtherFormat_IsNotTheAgents()
    {
        var content = Path.Combine(_folder, "content");
        File.WriteAllBytes(content, new byte[20_000]);
        using var program = Mapping(content);
        Assert.Null(PythonRing.Open(ProcessView.Find(program.Id)!));
        program.Kill();
    }

    /// <summary>It is opened through the mapping, not by its name, which may be gone or belong to another file.</summary>
    [RootFact]
    public void PythonRing_RemovedFile_IsFoundByItsMapping()
    {
        var sample = File.ReadAllBytes(Path.Combine(RepositoryFolder.Root, "samples", "python", "cycles.upgc"));
        sample[28] = 0;
        var content = Path.Combine(_folder, "content");
        File.WriteAllBytes(content, sample);
        using var program = Mapping(content);
        foreach (var file in Directory.GetFiles(_folder, "*.upgc")) File.Delete(file);
        using var found = PythonRing.Open(ProcessView.Find(program.Id)!);
        Assert.NotNull(found);
        program.Kill();
    }

    private Process Mapping(string content)
    {
        var start = new ProcessStartInfo("/usr/bin/python3", ["-c", Maps, _folder, content])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var program = Process.Start(start)!;
        Assert.Equal("ready", program.StandardOutput.ReadLine());
        return program;
    }
}
