using System.Runtime.InteropServices;

namespace Unpause.Collections.Tests;

/// <summary>Room behind the last element that is written to before it counts: it must be there still when it is counted.</summary>
public sealed class SpareRoomTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    [InlineData(50_000)]
    public void ListWriter_AdvanceAfterACapacityChange_Throws(int capacity)
    {
        var list = new ChunkedList<int>(1_000) { 1 };
        var writer = new ChunkedListWriter<int>(list);
        writer.GetSpan(10).Fill(7);
        SetCapacity(list, capacity);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(10));
        Assert.Equal([1], list);
        writer.GetSpan(2).Fill(8);
        writer.Advance(2);
        Assert.Equal([1, 8, 8], list);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    [InlineData(50_000)]
    public void List_SourceThatChangesTheCapacity_Throws(int capacity)
    {
        var list = new ChunkedList<int>(1_000) { 1 };
        var source = new CallingCollection<int>([7, 7, 7], _ => SetCapacity(list, capacity));
        Assert.Throws<InvalidOperationException>(() => list.AddRange(source));
        Assert.Equal([1], list);
    }

    [Fact]
    public void List_SourceCopiesIntoAChunk_SeesNoEarlierContent()
    {
        // The whole chunk as memory that the runtime didn't clear may be.
        const int Dirt = 0x55555555;
        var list = new ChunkedList<int>(30_000);
        Assert.True(MemoryMarshal.TryGetArray<int>(new ChunkedListWriter<int>(list).GetMemory(1), out var first));
        Array.Fill(first.Array!, Dirt);
        for (var i = 0; i < 4; i++) list.AddRange(new CallingCollection<int>([7, 7], array => Assert.DoesNotContain(Dirt, array)));
        list.AddRange(new int[first.Array!.Length - list.Count]);
        Assert.True(MemoryMarshal.TryGetArray<int>(new ChunkedListWriter<int>(list).GetMemory(1), out var second));
        Assert.NotSame(first.Array, second.Array);
        Array.Fill(second.Array!, Dirt);
        list.AddRange(new CallingCollection<int>([7, 7], array => Assert.DoesNotContain(Dirt, array)));
        Assert.Equal([0, 7, 7], list.GetRange(list.Count - 3, 3));
    }

    private static void SetCapacity(ChunkedList<int> list, int capacity)
    {
        if (capacity == 0) list.TrimExcess();
        else list.Capacity = capacity;
    }
}
