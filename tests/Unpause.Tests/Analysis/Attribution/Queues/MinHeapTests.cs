using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Analysis.Attribution.Queues;

public sealed class MinHeapTests
{
    [Fact]
    public void MinHeap_RandomKeys_EqualsASortedList()
    {
        var random = new Random(7);
        var heap = new MinHeap<long>();
        var list = new List<long>();
        for (var i = 0; i < 20_000; i++)
        {
            var key = random.NextInt64(1000);
            switch (random.Next(3))
            {
                case 0 when list.Count > 0:
                    Assert.Equal(list[0], heap.Top);
                    Assert.Equal(list[0], heap.Pop());
                    list.RemoveAt(0);
                    break;
                case 1 when list.Count > 0:
                    heap.ReplaceTop(key, (int)key);
                    list.RemoveAt(0);
                    Insert(list, key);
                    break;
                default:
                    heap.Push(key, (int)key);
                    Insert(list, key);
                    break;
            }

            Assert.Equal(list.Count, heap.Count);
        }
    }

    private static void Insert(List<long> list, long key)
    {
        var at = list.BinarySearch(key);
        list.Insert(at < 0 ? ~at : at, key);
    }
}
