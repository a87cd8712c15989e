using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Bench;

/// <summary>Incident 4: copying, what to use in place of <c>new[]</c>, and where the large object heap begins.</summary>
internal static class AllocationTable
{
    private static readonly byte[] Source = new byte[100_000];
    private static readonly byte[] Target = new byte[100_000];

    internal static IEnumerable<Row> Rows()
    {
        yield return Copy(20, "13.9 / 6.9 ns");
        yield return Copy(10_000, "6,679 / 134 ns");
        yield return Copy(100_000, "65,049 / 2,355 ns");
        foreach (var count in new[] { 24, 10_000, 100_000 }) yield return Alternatives(count);
        yield return new Row("The cliff: an array of 84,900 or 85,000 bytes", "4.2 / 40.8 us", "-",
            ("new byte[84900]", () => Keep(new byte[84_900])),
            ("new byte[85000]", () => Keep(new byte[85_000])),
            ("84,900 not cleared", () => Keep(GC.AllocateUninitializedArray<byte>(84_900))),
            ("85,000 not cleared", () => Keep(GC.AllocateUninitializedArray<byte>(85_000))),
            ("ArrayPool 85,000", () => Rented(85_000, fill: false)));
        yield return new Row("96,000 bytes: one array or many objects", "-", "-",
            ("1 array", () => Keep(new byte[96_000])),
            ("2 arrays of 48,000", () => Many(2, 48_000)),
            ("96 arrays of 976 + 24", () => Many(96, 976)),
            ("4,000 objects of 24", () => Objects(4_000)));
    }

    private static Row Copy(int count, string incident) => new($"Copy {count:N0} bytes", incident, "-",
        ("byte loop", () => Loop(count)),
        ("Buffer.BlockCopy", () => { Buffer.BlockCopy(Source, 0, Target, 0, count); return Target[7]; }),
        ("Span.CopyTo", () => { Source.AsSpan(0, count).CopyTo(Target); return Target[7]; }));

    // The JIT does not make a block copy of it.
    private static long Loop(int count)
    {
        var (source, target) = (Source, Target);
        for (var i = 0; i < count; i++) target[i] = source[i];
        return target[7];
    }

    private static Row Alternatives(int count) => new($"{count:N0} bytes to fill, then forget", "-", "-",
        ("existing array", () => { Target.AsSpan(0, count).Fill(1); return Target[7]; }),
        ("stackalloc", () => OnStack(count)),
        ("stackalloc, not cleared", () => OnStackUncleared(count)),
        ("ArrayPool", () => Rented(count, fill: true)),
        ("native memory", () => Native(count)),
        ("new[]", () => { var array = new byte[count]; array.AsSpan().Fill(1); return array[7]; }),
        ("new[], not cleared", () => { var array = GC.AllocateUninitializedArray<byte>(count); array.AsSpan().Fill(1); return array[7]; }),
        ("ToArray", () => { var array = Source.AsSpan(0, count).ToArray(); array.AsSpan().Fill(1); return array[7]; }));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long OnStack(int count)
    {
        Span<byte> bytes = stackalloc byte[count];
        bytes.Fill(1);
        return bytes[7];
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static long OnStackUncleared(int count)
    {
        Span<byte> bytes = stackalloc byte[count];
        bytes.Fill(1);
        return bytes[7];
    }

    private static long Rented(int count, bool fill)
    {
        var array = ArrayPool<byte>.Shared.Rent(count);
        if (fill) array.AsSpan(0, count).Fill(1);
        var result = array[7];
        ArrayPool<byte>.Shared.Return(array);
        return result;
    }

    private static unsafe long Native(int count)
    {
        var memory = (byte*)NativeMemory.Alloc((nuint)count);
        new Span<byte>(memory, count).Fill(1);
        var result = memory[7];
        NativeMemory.Free(memory);
        return result;
    }

    // Without a call that might keep it, the JIT allocates nothing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Keep(byte[] array) => array.Length;

    private static long Many(int count, int length)
    {
        var sum = 0L;
        for (var i = 0; i < count; i++) sum += Keep(new byte[length]);
        return sum;
    }

    private static long Objects(int count)
    {
        Small? last = null;
        for (var i = 0; i < count; i++) last = Made(i);
        return last!.Value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Small Made(int value) => new(value);

    private sealed class Small(long value)
    {
        public long Value { get; } = value;
    }
}
