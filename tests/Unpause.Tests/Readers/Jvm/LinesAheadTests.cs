using System.Globalization;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Jvm.Unified;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// Lines that are taken apart ahead, on a thread of its own or not, give what they give when each is read after the one before.
/// </summary>
public sealed class LinesAheadTests
{
    private static readonly int[] BlockSizes = [100, 300, 5000, Limits.BlockBytes];

    public static TheoryData<string> Logs => [.. JvmLogs.Unified
        .Concat(Directory.EnumerateFiles(JvmLogs.Fixture(""), "*.log.gz").Where(path => !path.Contains("jdk8", StringComparison.Ordinal)))
        .Distinct()
        .Select(path => Path.GetRelativePath(RepositoryFolder.Root, path))];

    [Theory]
    [MemberData(nameof(Logs))]
    public void LinesAhead_Samples_GiveTheSameRecordings(string path)
    {
        var log = JvmLogs.Bytes(path);
        foreach (var size in BlockSizes) AssertSame(log, size);
    }

    /// <summary>A log may end anywhere, also at any place of a block.</summary>
    [Fact]
    public void LinesAhead_CutAtEachByte_GiveTheSameRecordings()
    {
        var log = JvmLogs.Bytes(JvmLogs.Sample("g1-jdk17.log")).AsSpan(..6000).ToArray();
        for (var length = 0; length <= log.Length; length += 7) AssertSame(log[..length], 400);
    }

    /// <summary>Layouts that change, JVMs that are interleaved, torn and blank lines, long lines, carriage returns.</summary>
    [Fact]
    public void LinesAhead_HostileLogs_GiveTheSameRecordings()
    {
        string[][] logs = [.. JvmLogs.Unified.Where(path => new FileInfo(path).Length < 300_000).Select(path =>
            Encoding.Latin1.GetString(JvmLogs.Bytes(path)).Split('\n').Take(3000).ToArray())];
        for (var seed = 0; seed < 150; seed++)
        {
            var random = new Random(seed);
            AssertSame(Encoding.Latin1.GetBytes(Hostile(logs, random)), random.Next(60, 3000));
        }
    }

    [Fact]
    public void LinesAhead_FailingStream_GivesTheSameRecordingsAndTheNote()
    {
        var log = JvmLogs.Bytes(JvmLogs.Sample("g1-jdk25.log"));
        for (var length = log.Length / 8; length < log.Length; length += 1 + (log.Length / 40))
        {
            var cut = log[..length];
            var seed = length;
            var texts = Ways(500)
                .Select(way => Describe(way, new TricklingStream(cut, seed, 900, new IOException("broken disk"))))
                .ToList();
            Assert.Contains("broken disk", texts[0], StringComparison.Ordinal);
            Assert.All(texts, text => Assert.Equal(texts[0], text));
        }
    }

    [Fact]
    public void LinesAhead_FullMemory_EndsWithTheSameNote()
    {
        var log = Pauses(60_000);
        var texts = Ways(5000).Select(way =>
        {
            var memory = new MemoryLimit(700_000);
            var context = new ReadContext(["a.log"]) { Memory = memory };
            return Describe(new UnifiedReader(way).Read(new MemoryLimitedStream(new MemoryStream(log), memory), context));
        }).ToList();
        Assert.Contains(new MemoryLimit(700_000).Reason, texts[0], StringComparison.Ordinal);
        Assert.All(texts, text => Assert.Equal(texts[0], text));
    }

    /// <summary>Exceptions that are no content's fault come to the caller, and no thread is left.</summary>
    [Fact]
    public void LinesAhead_DefectOfTheStream_IsThrownToTheCaller()
    {
        foreach (var way in Ways(5000))
        {
            var stream = new ThreadNotingStream(new TricklingStream(Pauses(3000), 1, 9000, new NotSupportedException("defect")));
            var thrown = Assert.Throws<NotSupportedException>(() => new UnifiedReader(way).Read(stream, new ReadContext(["a.log"])));
            Assert.Equal("defect", thrown.Message);
            stream.AssertNoThreadIsLeft();
        }
    }

    [Fact]
    public void LinesAhead_ConsumerThatThrows_LeavesNoThread()
    {
        foreach (var way in Ways(5000))
        {
            var memory = new MemoryLimit();
            memory.Watch(() => throw new InvalidOperationException("defect"));
            var stream = new ThreadNotingStream(new MemoryStream(Pauses(60_000)));
            Assert.Throws<InvalidOperationException>(
                () => new UnifiedReader(way).Read(new MemoryLimitedStream(stream, memory), new ReadContext(["a.log"])));
            stream.AssertNoThreadIsLeft();
        }
    }

    [Fact]
    public void LinesAhead_WholeLog_LeavesNoThread()
    {
        var stream = new ThreadNotingStream(new MemoryStream(Pauses(3000)));
        Assert.Single(new UnifiedReader(new BlockReading(5000, 5000, 0)).Read(stream, new ReadContext(["a.log"])));
        Assert.NotSame(Thread.CurrentThread, stream.Last);
        stream.AssertNoThreadIsLeft();
    }

    /// <summary>A pipe in which nothing comes: who stops does not wait for it, and its thread ends with the next byte.</summary>
    [Fact]
    public void LinesAhead_SilentPipe_IsNotWaitedFor()
    {
        using var silent = new ManualResetEventSlim();
        var stream = new ThreadNotingStream(new SilentStream(silent));
        var lines = new ParsedLines(stream, null, 0, new BlockReading(5000, 5000, 1));
        for (var line = 0; line < 300; line++) Assert.True(lines.MoveNext());
        lines.Dispose();
        silent.Set();
        stream.AssertNoThreadIsLeft();
    }

    /// <summary>Line ends, carriage returns and lines that are too long are those of <see cref="LineReader"/>.</summary>
    [Fact]
    public void ParsedLines_AnyText_AreThoseOfTheLineReader()
    {
        int[] lengths = [0, 1, 2, 60, 32_767, 32_768, 65_534, 65_535, 65_536, 65_537, 131_072, 200_000];
        for (var seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var text = new StringBuilder();
            for (var i = random.Next(1, 40); i > 0; i--)
            {
                text.Append('x', random.Next(3) == 0 ? lengths[random.Next(lengths.Length)] : random.Next(200));
                text.Append(random.Next(3) switch { 0 => "\r\n", 1 => "\n", _ => "\r\r\n" });
            }

            text.Append('y', lengths[random.Next(lengths.Length)]);
            var bytes = Encoding.ASCII.GetBytes(text.ToString());
            var failure = random.Next(2) == 0 ? new InvalidDataException("broken") : null;
            var expected = Lines(new LineReader(new TricklingStream(bytes, seed, 70_000, failure), 5));
            foreach (var way in (BlockReading[])[BlockReading.Default, BlockReading.Default with { AheadFrom = 0 }])
            {
                using var lines = new ParsedLines(new TricklingStream(bytes, seed, 70_000, failure), null, 5, way);
                Assert.Equal(expected, Lines(lines));
            }
        }
    }

    private static List<string> Lines(LineReader reader)
    {
        var lines = new List<string>();
        while (reader.MoveNext()) lines.Add($"{reader.Number} {reader.Torn} {Encoding.ASCII.GetString(reader.Line)}");
        return [.. lines, $"{reader.Number} {reader.CutLines} {reader.Failure?.Message}"];
    }

    private static List<string> Lines(ParsedLines reader)
    {
        var lines = new List<string>();
        while (reader.MoveNext()) lines.Add($"{reader.Number} {reader.Torn} {Encoding.ASCII.GetString(reader.Line)}");
        return [.. lines, $"{reader.Number} {reader.CutLines} {reader.Failure?.Message}"];
    }

    private static string Hostile(string[][] logs, Random random)
    {
        var text = new StringBuilder();
        var end = random.Next(3) == 0 ? "\r\n" : "\n";
        var sources = Enumerable.Range(0, random.Next(1, 4)).Select(_ => logs[random.Next(logs.Length)]).ToList();
        var positions = new int[sources.Count];
        for (var line = random.Next(50, 800); line > 0;)
        {
            var source = random.Next(sources.Count);
            for (var run = random.Next(1, random.Next(1, 60)); run > 0 && line > 0; run--, line--)
            {
                var next = sources[source][positions[source]++ % sources[source].Length];
                switch (random.Next(60))
                {
                    case 0: next = next[..random.Next(next.Length + 1)]; break;
                    case 1: next = next[..random.Next(next.Length + 1)] + next; break;
                    case 2: text.Append(end); break;
                    case 3: next = "text of the application"; break;
                    case 4: next += new string('z', random.Next(4000)); break;
                    case 5: next = next[(next.IndexOf(']') + 1)..]; break;
                    case 6: next = next.Replace("] ", "][7] ", StringComparison.Ordinal); break;
                    case 7: positions[source] = random.Next(sources[source].Length); break;
                    case 8: next = next.Replace("GC(", "GC(1", StringComparison.Ordinal); break;
                    case 9: next += " "; break;
                    case 10: next += " User=0.01s Sys=0.02s Real=0.01s"; break;
                    case 11: next = "\0\u00ff[" + next; break;
                }

                text.Append(next).Append(end);
            }
        }

        return random.Next(2) == 0 ? text.ToString() : text.ToString(0, text.Length - random.Next(Math.Min(90, text.Length)));
    }

    /// <summary>Each line by itself; taken apart in blocks; the same ahead from the start, and from the middle.</summary>
    private static BlockReading[] Ways(int size) =>
    [
        new BlockReading(size, size, long.MaxValue) { TakesApart = false },
        new BlockReading(size, size, long.MaxValue),
        new BlockReading(size, size, 0),
        new BlockReading(size, size, 3L * size),
    ];

    private static void AssertSame(byte[] log, int blockBytes)
    {
        var ways = Ways(blockBytes);
        var expected = Describe(ways[0], new MemoryStream(log));
        foreach (var way in ways[1..]) Assert.Equal(expected, Describe(way, new MemoryStream(log)));
    }

    private static string Describe(BlockReading way, Stream stream) =>
        Describe(new UnifiedReader(way).Read(stream, new ReadContext(["a.log"])));

    private static string Describe(IReadOnlyList<Recording> recordings)
    {
        var text = new StringBuilder(JvmLogs.Describe(new LoadedRecordings(recordings, [])));
        foreach (var recording in recordings)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"{recording.Coverage.Lines} lines, process {recording.Source.ProcessId}");
            foreach (var note in recording.Coverage.Notes) text.AppendLine(note.ToString());
            foreach (var example in recording.Coverage.Examples) text.AppendLine(example.ToString());
        }

        return text.ToString();
    }

    private static byte[] Pauses(int count)
    {
        var text = new StringBuilder();
        for (var i = 0; i < count; i++)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"[{i}.000s][info][gc] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) {i % 900}M->5M(900M) {i % 7}.{i % 1000:000}ms\n");
        }

        return Encoding.ASCII.GetBytes(text.ToString());
    }

    /// <summary>Notes which thread read last.</summary>
    private sealed class ThreadNotingStream(Stream inner) : ForwardStream
    {
        public Thread? Last { get; private set; }

        public override int Read(Span<byte> buffer)
        {
            Last = Thread.CurrentThread;
            return inner.Read(buffer);
        }

        public void AssertNoThreadIsLeft()
        {
            if (Last == Thread.CurrentThread) return;
            Assert.True(Last!.Join(TimeSpan.FromSeconds(20)), "the thread that reads ahead is left");
        }
    }

    /// <summary>Gives some lines and then nothing until an event.</summary>
    private sealed class SilentStream(ManualResetEventSlim end) : ForwardStream
    {
        private int _left = 1000;

        public override int Read(Span<byte> buffer)
        {
            if (_left-- > 0)
            {
                var line = "[1.000s][info][gc] Using G1\n"u8;
                var length = Math.Min(line.Length, buffer.Length);
                line[..length].CopyTo(buffer);
                return length;
            }

            end.Wait();
            return 0;
        }
    }
}
