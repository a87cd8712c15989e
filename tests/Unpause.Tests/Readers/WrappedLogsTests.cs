using System.IO.Compression;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Readers;

/// <summary>Logs as they come out of containers, syslog, PowerShell and archives: the same recording as of the bare log.</summary>
public class WrappedLogsTests
{
    private const string Legacy = "0.100: [GC (Allocation Failure) 24M->4M(64M), 0.0050000 secs]\n"
        + "0.300: [GC (Allocation Failure) 24M->4M(64M), 0.0060000 secs]\n0.500: [Full GC (System.gc())  24M->4M(64M), 0.0700000 secs]\n";

    private static readonly string Unified = Encoding.UTF8.GetString(JvmLogs.Bytes("samples/jvm/g1-jdk17.log"));

    /// <summary>How a line with a number is wrapped.</summary>
    private static readonly (string Name, Func<string, long, string> Wrap, bool Timed)[] Wraps =
    [
        ("docker json", (line, at) => $$"""{"log":"{{Escaped(line)}}\n","stream":"stdout","time":"{{Rfc(at)}}"}""", true),
        ("journal json", (line, at) => $$"""{"_PID":"12","__REALTIME_TIMESTAMP":"{{at / 1000}}","MESSAGE":"{{Escaped(line)}}"}""", true),
        ("cri", (line, at) => $"{Rfc(at)} stdout F {line}", true),
        ("kubectl --timestamps", (line, at) => $"{Rfc(at)} {line}", true),
        ("kubectl --prefix", (line, _) => $"[pod/web-7d4b9/java] {line}", false),
        ("kubectl --prefix --timestamps", (line, at) => $"[pod/web-7d4b9/java] {Rfc(at)} {line}", true),
        ("compose", (line, _) => $"web-1  | {line}", false),
        ("compose -t", (line, at) => $"web-1  | {Rfc(at)} {line}", true),
        ("syslog 3164", (line, _) => $"Nov 22 10:00:00 host java[123]: {line}", false),
        ("syslog 5424", (line, at) => $"<14>1 {Rfc(at)[..23]}Z host java 123 - - {line}", true),
        ("short-iso", (line, at) => $"{Rfc(at)[..19]}+0000 host java[123]: {line}", true),
        ("short-iso-precise", (line, at) => $"{Rfc(at)[..26]}+00:00 host java[123]: {line}", true),
    ];

    public static TheoryData<string, bool> Cases
    {
        get
        {
            var cases = new TheoryData<string, bool>();
            foreach (var (name, _, _) in Wraps)
            {
                cases.Add(name, true);
                cases.Add(name, false);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void WrappedLogs_Prefix_IsRemoved(string name, bool unified)
    {
        var (_, wrap, timed) = Wraps.Single(row => row.Name == name);
        var text = unified ? Unified : Legacy;
        var started = new DateTimeOffset(2026, 11, 22, 10, 0, 0, TimeSpan.Zero);
        var start = (started - DateTimeOffset.UnixEpoch).Ticks * 100;
        var lines = text.TrimEnd('\n').Split('\n').Select(line => wrap(line, start + Uptime(line) + 3_000_000));
        var bare = Assert.Single(JvmLogs.Load(text).Recordings);
        var wrapped = Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings);
        Assert.Equal(bare.Pauses, wrapped.Pauses);
        Assert.Equal(bare.DurationNanoseconds, wrapped.DurationNanoseconds);
        Assert.Equal(bare.Coverage.LinesUnparsed, wrapped.Coverage.LinesUnparsed);
        Assert.Equal(bare.Coverage.Lines, wrapped.Coverage.Lines);
        Assert.Null(bare.Clock.StartedAt);
        if (!timed)
        {
            Assert.Null(wrapped.Clock.StartedAt);
            return;
        }

        Assert.InRange(
            Math.Abs((wrapped.Clock.StartedAt!.Value - started).TotalMilliseconds), 0, wrapped.Clock.UncertaintyNanoseconds!.Value / 1e6);
        Assert.InRange(wrapped.Clock.UncertaintyNanoseconds.Value, 1, 520_000_000);
    }

    /// <summary>Lines of an application that only resemble it here and there keep what they have.</summary>
    [Fact]
    public void WrappedLogs_PrefixOfFewLines_IsIgnored()
    {
        var lines = Unified.TrimEnd('\n').Split('\n')
            .Select((line, i) => i % 4 == 0 ? $"2026-11-22T10:00:00Z request {i} served\n{line}" : line);
        var recording = Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings);
        Assert.Equal(Assert.Single(JvmLogs.Load(Unified).Recordings).Pauses, recording.Pauses);
    }

    [Theory]
    [InlineData("utf-16", true)]
    [InlineData("utf-16BE", true)]
    [InlineData("utf-16", false)]
    [InlineData("utf-16BE", false)]
    [InlineData("utf-8", true)]
    public void WrappedLogs_OtherEncodings_AreRead(string name, bool mark)
    {
        var encoding = Encoding.GetEncoding(name);
        foreach (var text in new[] { Unified, Legacy, Unified.Replace("\n", "\r\n", StringComparison.Ordinal) })
        {
            byte[] bytes = [.. mark ? encoding.GetPreamble() : [], .. encoding.GetBytes(text)];
            var expected = Assert.Single(JvmLogs.Load(text).Recordings);
            var actual = Assert.Single(JvmLogs.Load(bytes).Recordings);
            Assert.Equal(expected.Pauses, actual.Pauses);
            Assert.Equal(expected.DurationNanoseconds, actual.DurationNanoseconds);
            Assert.Equal(0, actual.Coverage.LinesUnparsed);
            // An odd number of bytes, and halves of pairs: nothing but the place itself is lost.
            JvmLogs.Load(bytes[..^1]);
        }

        JvmLogs.Load([0xff, 0xfe]);
        JvmLogs.Load([0xff, 0xfe, 0x00, 0xd8, 0x00]);
        JvmLogs.Load([0xfe, 0xff, 0xdc]);
    }

    [Fact]
    public void WrappedLogs_Archive_IsReadAsItsFiles()
    {
        var parts = Unified.TrimEnd('\n').Split('\n');
        var half = parts.Length / 2;
        var bytes = Zip(
            ("logs/gc.log", string.Join('\n', parts[half..]) + "\n"),
            ("logs/gc.log.0", string.Join('\n', parts[..half]) + "\n"),
            ("logs/README", "nothing to see\n"),
            ("__MACOSX/._gc.log", "\0\0"),
            ("other/old.log", Legacy));
        var loaded = RuntimeTable.Default.Load([new RecordingInput("logs.zip", () => new MemoryStream(bytes))]);
        Assert.Empty(loaded.Unread);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.Equal(Assert.Single(JvmLogs.Load(Unified).Recordings).Pauses, loaded.Recordings[0].Pauses);
        Assert.Equal(["logs.zip/logs/gc.log.0", "logs.zip/logs/gc.log"], loaded.Recordings[0].Source.Files);
        Assert.Equal(3, loaded.Recordings[1].Pauses.Count);
    }

    [Fact]
    public void WrappedLogs_ArchiveWithoutALog_IsReported()
    {
        var nested = Zip(("inner.zip", Encoding.Latin1.GetString(Zip(("a.txt", "text\n")))));
        foreach (var bytes in new[] { Zip(("a.txt", "text\n")), nested, Zip() })
        {
            var loaded = JvmLogs.Load(bytes, "a.zip");
            Assert.Empty(loaded.Recordings);
            Assert.Single(loaded.Unread);
        }
    }

    /// <summary>Cut, too many files, a list that lies, files over each other: a sentence, no exception, no memory.</summary>
    [Fact]
    public void WrappedLogs_HostileArchives_AreRefused()
    {
        var good = Zip(("gc.log", Unified));
        for (var at = 4; at < good.Length; at += Math.Max(1, good.Length / 200)) Assert.NotNull(JvmLogs.Load(good[..at], "a.zip").Unread);
        var random = new Random(3);
        for (var round = 0; round < 200; round++)
        {
            var bytes = good.ToArray();
            for (var i = 0; i < 3; i++) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            JvmLogs.Load(bytes, "a.zip");
        }

        var many = Zip([.. Enumerable.Range(0, Limits.ArchiveFiles + 1).Select(i => ($"{i}.log", "x\n"))]);
        Assert.Contains("more than", Assert.Single(JvmLogs.Load(many, "a.zip").Unread).Reason, StringComparison.Ordinal);
        var pipe = RuntimeTable.Default.Load([new RecordingInput("-", () => new Pipe(good[..^1]))]);
        Assert.Contains("truncated", Assert.Single(pipe.Unread).Reason, StringComparison.Ordinal);
    }

    /// <summary>A JSON line that never ends is cut as any other line is.</summary>
    [Fact]
    public void WrappedLogs_EndlessJsonLines_Terminate()
    {
        var text = "{\"log\":\"[0.1s][info][gc] Using G1\\n\",\"time\":\"2026-11-22T10:00:00Z\"}\n{\"log\":\""
            + new string('\\', 3_000_000);
        JvmLogs.Load(text);
        JvmLogs.Load("{\"log\":\"" + new string('x', 3_000_000));
        JvmLogs.Load("{\"log\":\"" + string.Concat(Enumerable.Repeat("\\ud83d", 20_000)) + "\",\"time\":\"\"}\n");
    }

    private static long Uptime(string line)
    {
        var digits = line.TrimStart('[');
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        return point > 0 && long.TryParse(digits.Remove(point, 1)[..(point + 3)], out var millis) ? millis * 1_000_000 : 0;
    }

    private static string Rfc(long unix) =>
        DateTimeOffset.UnixEpoch.AddTicks(unix / 100)
            .ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff'00Z'", System.Globalization.CultureInfo.InvariantCulture);

    private static string Escaped(string line) => line
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("->", "-\\u003e", StringComparison.Ordinal);

    private static byte[] Zip(params (string Name, string Text)[] files)
    {
        using var bytes = new MemoryStream();
        using (var archive = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, text) in files)
            {
                using var stream = archive.CreateEntry(name).Open();
                stream.Write(Encoding.Latin1.GetBytes(text));
            }
        }

        return bytes.ToArray();
    }

    private sealed class Pipe(byte[] bytes) : ForwardStream
    {
        private int _position;

        public override int Read(Span<byte> buffer)
        {
            var count = Math.Min(buffer.Length, bytes.Length - _position);
            bytes.AsSpan(_position, count).CopyTo(buffer);
            _position += count;
            return count;
        }
    }
}
