using System.IO.Compression;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;
using Unpause.Requests;

namespace Unpause.Tests.Readers.Python;

/// <summary>The requests of the agent's file, against what the recorded service counted during each of them.</summary>
public class AgentRequestsTests
{
    private const int RequestsAt = 16_842_752;
    private static readonly Lazy<byte[]> Real = new(Unpacked);

    [Fact]
    public void AgentRequests_Requests_HaveTheCollectionsThatTheServiceCounted()
    {
        var recording = Read(Real.Value);
        using var document = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "python", "web.json")));
        var counted = document.RootElement.GetProperty("requests").EnumerateArray().ToList();
        Assert.Equal(counted.Count, recording.Requests!.Served);
        string[] generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2];
        for (var i = 0; i < counted.Count; i++)
        {
            var request = recording.Requests.Requests[i];
            // The middleware is around the service: its times are longer, by what its server and a collection there take.
            Assert.InRange(request.DurationNanoseconds / 1e6, counted[i].GetProperty("ms").GetDouble(), 60);
            for (var generation = 0; generation < 3; generation++)
            {
                var inside = recording.Pauses.Where(pause => recording.Collections[pause.Collection].Generation == generations[generation]
                    && pause.StartNanoseconds >= request.StartNanoseconds
                    && pause.EndNanoseconds <= request.StartNanoseconds + request.DurationNanoseconds).ToList();
                var (runs, ms) = (counted[i].GetProperty("runs")[generation].GetInt32(), counted[i].GetProperty("gc_ms")[generation]);
                Assert.InRange(inside.Count, runs, runs + 1);
                if (inside.Count == runs) Assert.Equal(ms.GetDouble(), inside.Sum(pause => pause.DurationNanoseconds) / 1e6, 0.3);
            }
        }

        Assert.Equal("GET /films/{id}", Assert.Single(recording.Requests.Names));
        Assert.Equal((0, null), (recording.Requests.Failed, recording.Requests.Traces));
    }

    [Fact]
    public void AgentRequests_TraceIdAndFailure_AreRead()
    {
        var bytes = (byte[])Real.Value.Clone();
        Convert.FromHexString("0af7651916cd43dd8448eb211c80319c").CopyTo(bytes, RequestsAt + 32);
        BitConverter.GetBytes((ushort)503).CopyTo(bytes, RequestsAt + 48);
        bytes[RequestsAt + 128 + 50] = 1;
        var recording = Read(bytes);
        Assert.Equal(2, recording.Requests!.Failed);
        var set = Assert.Single(RecordedRequestSets.From([recording]));
        Assert.Equal("0af7651916cd43dd8448eb211c80319c", set.Spans[0].TraceId.ToString("x32"));
        Assert.Equal(2u, set.Spans[1].TraceId);
    }

    [Fact]
    public void AgentRequests_WrappedRingAndLostRequests_GiveNotes()
    {
        var bytes = (byte[])Real.Value.Clone();
        BitConverter.GetBytes(200u).CopyTo(bytes, 88);
        BitConverter.GetBytes(7u).CopyTo(bytes, 92);
        BitConverter.GetBytes(201ul).CopyTo(bytes, RequestsAt);
        BitConverter.GetBytes(201u).CopyTo(bytes, RequestsAt + 52);
        var recording = Read(bytes);
        Assert.Equal(200, recording.Requests!.Served);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("the first 100 of 300 were", StringComparison.Ordinal));
        Assert.Contains(
            recording.Coverage.Notes, note => note.Text.Contains("7 requests for which the file had no room", StringComparison.Ordinal));
        Assert.True(recording.Coverage.Unreadable);
    }

    [Theory]
    [InlineData(84, 64u)]
    [InlineData(88, uint.MaxValue)]
    [InlineData(104, 0u)]
    [InlineData(104, uint.MaxValue)]
    [InlineData(108, uint.MaxValue)]
    public void AgentRequests_HeaderOutOfBounds_GivesANote(int at, uint value)
    {
        var bytes = (byte[])Real.Value.Clone();
        BitConverter.GetBytes(value).CopyTo(bytes, at);
        var recording = Read(bytes);
        Assert.Null(recording.Requests);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void AgentRequests_CutAnywhere_KeepsWholeRequests()
    {
        for (var length = RequestsAt - 300; length < Real.Value.Length; length += 997)
        {
            var recording = Read(Real.Value[..length]);
            Assert.Equal(Math.Max(0, (length - RequestsAt) / 128), recording.Requests?.Served ?? 0);
            Assert.True(recording.Coverage.Unreadable);
        }
    }

    [Fact]
    public void AgentRequests_DamagedRequests_DoNotThrow()
    {
        for (var seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var bytes = (byte[])Real.Value.Clone();
            for (var i = random.Next(1, 200); i > 0; i--) bytes[random.Next(RequestsAt, bytes.Length)] = (byte)random.Next(256);
            var requests = Read(bytes).Requests!;
            Assert.All(requests.Requests, request => Assert.True(request.DurationNanoseconds >= 0 && request.Name < requests.Names.Count));
        }
    }

    /// <summary>Packed, as it is kept, the ring's sixteen empty megabytes take a few kilobytes.</summary>
    private static byte[] Unpacked()
    {
        using var packed = File.OpenRead(RepositoryFolder.File("samples", "python", "web.upgc.gz"));
        using var file = new GZipStream(packed, CompressionMode.Decompress);
        using var memory = new MemoryStream();
        file.CopyTo(memory);
        return memory.ToArray();
    }

    private static Recording Read(byte[] bytes) =>
        Assert.Single(new AgentReader().Read(new MemoryStream(bytes), new ReadContext(["x"])));
}
