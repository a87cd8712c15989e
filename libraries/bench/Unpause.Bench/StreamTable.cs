using System.Buffers;
using System.Text.Json;
using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.IO;
using Unpause.IO;

namespace Unpause.Bench;

/// <summary>Incident 4, streams: filling an array that exists = 1.00 for writing, MemoryStream = 1.00 for the rest.</summary>
internal static class StreamTable
{
    private static readonly RecyclableMemoryStreamManager Manager = new();
    private static readonly byte[] Source = new byte[4096];
    private static readonly string LongText = new('a', 20_000);
    private static readonly byte[] Array = new byte[1 << 20];

    internal static IEnumerable<Row> Rows()
    {
        yield return Write(24, "PooledMemoryStream 14.2, MemoryStream 14.6, RMS 370", "<= 5.2");
        yield return Write(10_000, "3.0, 19.2, 11.9", "<= 2.0");
        yield return Write(100_000, "1.99, 57, 2.75", "<= 2.0");
        yield return Write(1_000_000, "-", "<= 1.85");
        yield return new Row("write 10,000 and read back", "-", "<= 0.21",
            ("MemoryStream", () => { using var s = new MemoryStream(); Fill(s, 10_000); return ReadBack(s); }),
            ("Pooled", () => { using var s = new PooledMemoryStream(); Fill(s, 10_000); return ReadBack(s); }));
        foreach (var count in new[] { 10_000, 100_000 })
        {
            yield return new Row($"write {count:N0} and CopyTo", "-", "<= 0.13",
                ("MemoryStream", () =>
                {
                    using var s = new MemoryStream();
                    Fill(s, count);
                    s.Position = 0;
                    s.CopyTo(Stream.Null);
                    return s.Length;
                }),
                ("Pooled", () =>
                {
                    using var s = new PooledMemoryStream();
                    Fill(s, count);
                    s.Position = 0;
                    s.CopyTo(Stream.Null);
                    return s.Length;
                }),
                ("RMS", () => { using var s = Manager.GetStream(); Fill(s, count); s.Position = 0; s.CopyTo(Stream.Null); return s.Length; }
            ));
        }

        yield return new Row("write 100,000 in 16-byte pieces", "-", "<= 0.43-1.0",
            ("MemoryStream", () =>
            {
                using var s = new MemoryStream();
                for (var i = 0; i < 6250; i++)
                {
                    s.Write(Source, 0, 16);
                }

                return s.Length;
            }),
            ("Pooled", () =>
            {
                using var s = new PooledMemoryStream();
                for (var i = 0; i < 6250; i++)
                {
                    s.Write(Source, 0, 16);
                }

                return s.Length;
            }));
        yield return new Row("WriteByte 100,000", "-", "<= 1.4",
            ("MemoryStream", () => { using var s = new MemoryStream(); for (var i = 0; i < 100_000; i++) s.WriteByte(1); return s.Length; }
        ),
            ("Pooled", () => { using var s = new PooledMemoryStream(); for (var i = 0; i < 100_000; i++) s.WriteByte(1); return s.Length; }
        ));
        yield return new Row("GetSpan(64)/Advance(50) to 100,000", "-", "<= 0.72",
            ("Toolkit", () => { using var w = new ArrayPoolBufferWriter<byte>(); Advance(w); return w.WrittenCount; }),
            ("Pooled", () => { using var s = new PooledMemoryStream(); Advance(s.Writer); return s.Length; }));
        yield return new Row("JSON of 100 strings of 20,000", "-", "-",
            ("ArrayBufferWriter", () => { var w = new ArrayBufferWriter<byte>(); Json(w); return w.WrittenCount; }),
            ("Toolkit", () => { using var w = new ArrayPoolBufferWriter<byte>(); Json(w); return w.WrittenCount; }),
            ("RMS", () => { using var s = Manager.GetStream(); Json(s); return s.Length; }),
            ("Pooled", () => { using var s = new PooledMemoryStream(); Json(s.Writer); return s.Length; }));
    }

    private static Row Write(int count, string incident, string goal) => new($"write {count:N0} bytes in pieces of 4096", incident, goal,
        ("Fill", () => { new Span<byte>(Array, 0, count).Fill(1); return Array[7]; }),
        ("copy", () =>
        {
            for (var left = count; left > 0; left -= 4096)
            {
                Source.AsSpan(0, Math.Min(left, 4096)).CopyTo(Array.AsSpan(count - left));
            }

            return Array[7];
        }),
        ("Pooled", () => { using var s = new PooledMemoryStream(); Fill(s, count); return s.Length; }),
        ("MemoryStream", () => { using var s = new MemoryStream(); Fill(s, count); return s.Length; }),
        ("RMS", () => { using var s = Manager.GetStream(); Fill(s, count); return s.Length; }),
        ("Toolkit", () =>
        {
            using var w = new ArrayPoolBufferWriter<byte>();
            for (var left = count; left > 0; left -= 4096)
            {
                w.Write(Source.AsSpan(0, Math.Min(left, 4096)));
            }

            return w.WrittenCount;
        }));

    private static void Fill(Stream stream, int count)
    {
        for (var left = count; left > 0; left -= 4096) stream.Write(Source, 0, Math.Min(left, 4096));
    }

    private static long ReadBack(Stream stream)
    {
        stream.Position = 0;
        var sum = 0L;
        for (int count; (count = stream.Read(Array, 0, 4096)) > 0;) sum += count;
        return sum;
    }

    private static void Json(IBufferWriter<byte> writer)
    {
        using var json = new Utf8JsonWriter(writer);
        json.WriteStartArray();
        for (var i = 0; i < 100; i++) json.WriteStringValue(LongText);
        json.WriteEndArray();
    }

    private static void Advance(IBufferWriter<byte> writer)
    {
        for (var i = 0; i < 2000; i++)
        {
            writer.GetSpan(64)[0] = 1;
            writer.Advance(50);
        }
    }
}
