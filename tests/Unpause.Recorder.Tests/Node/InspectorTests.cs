using System.Buffers.Binary;
using System.Net;
using System.Text;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Node;

namespace Unpause.Recorder.Tests.Node;

/// <summary>What an inspector may send, whole and in parts, and what only looks like it.</summary>
public sealed class InspectorTests
{
    private const string Events = """{"method":"NodeTracing.dataCollected","params":{"value":[{"ph":"B"},{"ph":"E"}]}}""";
    private const string Message = """{"id":1,"result":{}}""";

    [Theory]
    [InlineData("", "127.0.0.1:9229")]
    [InlineData("--inspect-port=9300", "127.0.0.1:9300")]
    [InlineData("--inspect-port 9300 app.js", "127.0.0.1:9300")]
    [InlineData("--inspect_port=9300", "127.0.0.1:9300")]
    [InlineData("--inspect app.js", "127.0.0.1:9229")]
    [InlineData("--inspect=0.0.0.0:80 --inspect-port=81", "0.0.0.0:81")]
    [InlineData("--inspect-brk=[::1]:80", "[::1]:80")]
    [InlineData("--inspect=localhost", "localhost:9229")]
    [InlineData("--inspect-port=99999", "99999:9229")]
    [InlineData("--inspect-publish-uid=http", "127.0.0.1:9229")]
    public void InspectorAddress_Options_AreRead(string options, string address) =>
        Assert.Equal(address, InspectorAddress.Of(options.Split(' ')).ToString());

    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("::1", true)]
    [InlineData("localhost", true)]
    [InlineData("0.0.0.0", false)]
    [InlineData("::", false)]
    [InlineData("99999", false)]
    [InlineData("db.example", false)]
    public void InspectorAddress_Host_IsLoopbackOnlyIfKnown(string host, bool isLoopback) =>
        Assert.Equal(isLoopback, new InspectorAddress(host, 1).IsLoopback);

    [Fact]
    public void TcpSocket_LinesOfTheKernel_AreParsed()
    {
        var four = TcpSocket.Parse(
            "   0: 0100007F:240D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 12345 1 0000 100 0 0 10 0");
        Assert.Equal(new TcpSocket(IPEndPoint.Parse("127.0.0.1:9229"), IPEndPoint.Parse("0.0.0.0:0"), true, 12345), four);
        var six = TcpSocket.Parse(
            " 1: 00000000000000000000000001000000:0050 0000000000000000FFFF00000100007F:1F90 01 0:0 00:00000000 0 0 0 7 1 0");
        Assert.Equal(new TcpSocket(IPEndPoint.Parse("[::1]:80"), IPEndPoint.Parse("127.0.0.1:8080"), false, 7), six);
    }

    [Theory]
    [InlineData("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode")]
    [InlineData("0: 0100007F 00000000:0000 0A 0:0 00:0 0 1000 0 1")]
    [InlineData("0: 0100007F:FFFFF 00000000:0000 0A 0:0 00:0 0 1000 0 1")]
    [InlineData("0: 01XX007F:0001 00000000:0000 0A 0:0 00:0 0 1000 0 1")]
    [InlineData("0: 0100007F:0001 00000000:0000 0A 0:0 00:0 0 1000 0 -1")]
    [InlineData("")]
    public void TcpSocket_OtherLines_AreNone(string line) => Assert.Null(TcpSocket.Parse(line));

    [Theory]
    [InlineData("""[{"id":"251c790f-ca01"},{"id":"x"}]""", "251c790f-ca01")]
    [InlineData("""[{"id":"../json"}]""", null)]
    [InlineData("""[{"id":7}]""", null)]
    [InlineData("[7]", null)]
    [InlineData("[]", null)]
    [InlineData("{}", null)]
    [InlineData("hello", null)]
    [InlineData("", null)]
    public void InspectorTarget_Text_IsAnIdOrNone(string json, string? id) =>
        Assert.Equal(id, InspectorTarget.IdOf(Encoding.UTF8.GetBytes(json)));

    [Theory]
    [InlineData("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n[]", 200, "[]")]
    [InlineData("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", 101, "")]
    [InlineData("HTTP/1.1 404 Not Found\r\n\r\n", 404, "")]
    [InlineData("SSH-2.0-x\r\n\r\n", 0, "")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n[]", 200, "")]
    public void HttpAnswer_Text_HasStatusAndBody(string text, int status, string body)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        var answer = HttpAnswer.Read(bytes)!.Value;
        Assert.Equal((status, body), (answer.Status, Encoding.ASCII.GetString(answer.Body)));
        Assert.Null(HttpAnswer.Read(bytes.AsSpan(0, text.IndexOf("\r\n\r\n", StringComparison.Ordinal))));
    }

    [Fact]
    public void FrameReader_CutAtEveryByte_GivesTheSame()
    {
        byte[] all = [.. Frame(Message), .. Frame(Events), .. Frame("ping", 0x89), .. Frame(Events), .. Frame(Message)];
        const string Expected = $$"""
            message {{Message}}
            events {"ph":"B"},{"ph":"E"}
            ping ping
            events {"ph":"B"},{"ph":"E"}
            message {{Message}}
            """;
        for (var at = 0; at <= all.Length; at++)
        {
            var taken = new Taken();
            var reader = new FrameReader(taken);
            Assert.True(Add(reader, all.AsSpan(0, at)) && Add(reader, all.AsSpan(at)));
            Assert.Equal(Expected, taken.Text);
        }
    }

    [Fact]
    public void FrameReader_EventsOfMegabytes_ArePassedOnInParts()
    {
        var many = string.Join(',', Enumerable.Repeat("""{"name":"MinorGC"}""", 200_000));
        var taken = new Taken();
        Assert.True(Add(new FrameReader(taken), Frame(Events.Replace("""{"ph":"B"},{"ph":"E"}""", many, StringComparison.Ordinal))));
        Assert.Equal("events " + many, taken.Text);
        Assert.True(taken.Parts > 10);
    }

    [Fact]
    public void FrameReader_Close_IsTaken()
    {
        var taken = new Taken();
        Assert.True(Add(new FrameReader(taken), [.. Frame("", 0x88), .. Frame(Message)]));
        Assert.Equal("close", taken.Text);
    }

    /// <summary>Masked, in fragments, binary, too long, of negative length, and events without their end.</summary>
    [Theory]
    [InlineData("818000000000")]
    [InlineData("010161")]
    [InlineData("820161")]
    [InlineData("817F0000000000010001")]
    [InlineData("817F8000000000000000")]
    public void FrameReader_OtherFrames_AreRefused(string hex) =>
        Assert.False(Add(new FrameReader(new Taken()), [.. Convert.FromHexString(hex), .. new byte[100]]));

    [Fact]
    public void FrameReader_EventsWithAnotherEnd_AreRefused() =>
        Assert.False(Add(new FrameReader(new Taken()), Frame(Events[..^1] + "]")));

    private static bool Add(FrameReader reader, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var space = reader.Space;
            var part = bytes[..Math.Min(space.Length, bytes.Length)];
            part.CopyTo(space);
            if (!reader.Advance(part.Length)) return false;
            bytes = bytes[part.Length..];
        }

        return true;
    }

    private static byte[] Frame(string text, byte kind = 0x81)
    {
        var content = Encoding.UTF8.GetBytes(text);
        var header = content.Length < 126 ? new byte[2] : content.Length <= ushort.MaxValue ? new byte[4] : new byte[10];
        header[0] = kind;
        header[1] = header.Length switch { 2 => (byte)content.Length, 4 => 126, _ => 127 };
        if (header.Length == 4) BinaryPrimitives.WriteUInt16BigEndian(header.AsSpan(2), (ushort)content.Length);
        if (header.Length == 10) BinaryPrimitives.WriteInt64BigEndian(header.AsSpan(2), content.Length);
        return [.. header, .. content];
    }

    private sealed class Taken : IInspectorFrames
    {
        private readonly StringBuilder _text = new();

        public string Text => _text.ToString();

        public int Parts { get; private set; }

        public void TakeMessage(ReadOnlySpan<byte> json) => Add("message ", json);

        public void TakeEvents(ReadOnlySpan<byte> json, bool isStart)
        {
            Parts++;
            if (isStart) Add("events ", json);
            else _text.Append(Encoding.UTF8.GetString(json));
        }

        public void TakePing(ReadOnlySpan<byte> content) => Add("ping ", content);

        public void TakeClose() => Add("close", []);

        private void Add(string kind, ReadOnlySpan<byte> content)
        {
            if (_text.Length > 0) _text.Append('\n');
            _text.Append(kind).Append(Encoding.UTF8.GetString(content));
        }
    }
}
