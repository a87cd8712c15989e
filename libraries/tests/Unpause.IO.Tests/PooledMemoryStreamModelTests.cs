using System.Buffers;

namespace Unpause.IO.Tests;

/// <summary>Random sequences of operations on a MemoryStream and a PooledMemoryStream must agree after every step.</summary>
public sealed class PooledMemoryStreamModelTests
{
    [Fact]
    public void PooledStream_Small_EqualsTheModel() => Steps.Check(400, 40, steps => Run(steps, 200, 0));

    [Fact]
    public void PooledStream_AcrossTheFirstSegments_EqualsTheModel() => Steps.Check(200, 40, steps => Run(steps, 9_000, 0));

    [Fact]
    public void PooledStream_Large_EqualsTheModel() => Steps.Check(40, 40, steps => Run(steps, 150_000, 0));

    [Fact]
    public void PooledStream_PoolThatLendsLongerArrays_EqualsTheModel() => Steps.Check(100, 40, steps => Run(steps, 9_000, 37));

    private static void Run(Step[] steps, int size, int extra)
    {
        var pool = new DirtyPool(extra);
        using var model = new MemoryStream();
        var real = new PooledMemoryStream(pool);
        foreach (var step in steps)
        {
            Apply(step, model, real, size);
            Assert.Equal(model.Length, real.Length);
            Assert.Equal(model.Position, real.Position);
            Assert.True(real.Capacity >= real.Length);
        }

        var expected = model.ToArray();
        Assert.True(expected.AsSpan().SequenceEqual(real.ToArray()));
        Assert.True(expected.AsSpan().SequenceEqual(real.GetReadOnlySequence().ToArray()));
        real.Dispose();
        real.Dispose();
        Assert.Equal(0, pool.Lent);
    }

    private static void Apply(Step step, MemoryStream model, PooledMemoryStream real, int size)
    {
        var bytes = new byte[step.A % size];
        new Random(step.B).NextBytes(bytes);
        var place = step.B % (size * 2);
        switch (step.Kind % 20)
        {
            case 0 or 1 or 2:
                if (bytes.Length == 0) break; // a write of nothing extends a MemoryStream, but not ours
                model.Write(bytes);
                real.Write(bytes);
                break;
            case 3: bytes = [.. bytes, 1]; model.Write(bytes, 0, bytes.Length); real.Write(bytes, 0, bytes.Length); break;
            case 4 or 5: model.WriteByte((byte)step.A); real.WriteByte((byte)step.A); break;
            case 6 or 7: ReadBoth(model, real, bytes.Length); break;
            case 8: Outcome.Same(model.ReadByte, real.ReadByte); break;
            case 9: model.Position = place; real.Position = place; break;
            case 10: Outcome.Same(() => model.Seek(place - size, SeekOrigin.Begin), () => real.Seek(place - size, SeekOrigin.Begin)); break;
            case 11:
                Outcome.Same(() => model.Seek(place - size, SeekOrigin.Current), () => real.Seek(place - size, SeekOrigin.Current));
                break;
            case 12: Outcome.Same(() => model.Seek(place - size, SeekOrigin.End), () => real.Seek(place - size, SeekOrigin.End)); break;
            case 13: model.SetLength(place); real.SetLength(place); break;
            case 14: Copy(model, real); break;
            case 15 or 16: model.Write([.. bytes, 2]); Advance(real, [.. bytes, 2], step.B % 300); break;
            case 17: model.Position = model.Length; real.Position = real.Length; break;
            case 18: if (step.A % 4 == 0) { model.SetLength(0); real.SetLength(0); } break;
            default: WriteTo(model, real); break;
        }
    }

    private static void ReadBoth(MemoryStream model, PooledMemoryStream real, int count)
    {
        byte[] expected = new byte[count], actual = new byte[count];
        Assert.Equal(model.Read(expected, 0, count), real.Read(actual, 0, count));
        Assert.True(expected.AsSpan().SequenceEqual(actual));
    }

    private static void Copy(MemoryStream model, PooledMemoryStream real)
    {
        using MemoryStream expected = new(), actual = new();
        model.CopyTo(expected);
        real.CopyTo(actual);
        Assert.True(expected.ToArray().AsSpan().SequenceEqual(actual.ToArray()));
    }

    private static void WriteTo(MemoryStream model, PooledMemoryStream real)
    {
        using MemoryStream expected = new(), actual = new();
        model.WriteTo(expected);
        real.WriteTo(actual);
        Assert.True(expected.ToArray().AsSpan().SequenceEqual(actual.ToArray()));
    }

    /// <summary>Writes through the buffer writer, in pieces, asking now and then for more than it uses.</summary>
    private static void Advance(PooledMemoryStream real, ReadOnlySpan<byte> bytes, int surplus)
    {
        while (!bytes.IsEmpty)
        {
            var count = Math.Min(bytes.Length, 700);
            var span = surplus % 2 == 0 ? real.Writer.GetSpan(count + surplus) : real.Writer.GetMemory(count + surplus).Span;
            Assert.True(span.Length >= count + surplus);
            bytes[..count].CopyTo(span);
            real.Writer.Advance(count);
            bytes = bytes[count..];
        }
    }
}
