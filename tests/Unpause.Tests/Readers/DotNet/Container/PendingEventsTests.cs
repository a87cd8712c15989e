using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Tests.Readers.DotNet.Container;

/// <summary>Merging runs against sorting, in any order of times and with flushes at any time.</summary>
public class PendingEventsTests
{
    private static readonly EventDefinition Any = new(EventProvider.Runtime, 1, 1, EventUse.Payload);

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 3)]
    [InlineData(3, 40)]
    [InlineData(4, 500)]
    public void PendingEvents_Events_AreInOrderOfTime(int seed, int runs)
    {
        var random = new Random(seed);
        var pending = new PendingEvents();
        var waiting = new List<(long Time, int Id)>();
        var given = new List<(long Time, int Id)>();
        var id = 0;
        for (var round = 0; round < 20; round++)
        {
            for (var run = 0; run < runs; run++)
            {
                long time = random.Next(1_000);
                for (var i = random.Next(20); i > 0; i--)
                {
                    time += random.Next(3);
                    waiting.Add((time, id));
                    pending.Add(Any, time, (1, 2), BitConverter.GetBytes(id++), -1);
                }
            }

            long upTo = round == 19 ? long.MaxValue : random.Next(1_100);
            given.Clear();
            pending.Flush(
                upTo, (in PendingEvent next, byte[] payloads) => given.Add((next.Timestamp, BitConverter.ToInt32(payloads, next.Start))));
            Assert.Equal(waiting.Where(next => next.Time <= upTo).OrderBy(next => next.Time), given, (a, b) => a.Time == b.Time);
            Assert.Equal(waiting.Where(next => next.Time <= upTo).Select(next => next.Id).Order(), given.Select(next => next.Id).Order());
            waiting.RemoveAll(next => next.Time <= upTo);
        }

        Assert.Empty(waiting);
        Assert.Equal(0, pending.Bytes);
    }

    [Fact]
    public void PendingEvents_EventsOfTheSameTime_KeepTheFilesOrder()
    {
        var pending = new PendingEvents();
        foreach (var (time, id) in new[] { (5L, 1), (7L, 2), (5L, 3), (7L, 4), (7L, 5), (5L, 6) })
        {
            pending.Add(Any, time, (1, 2), BitConverter.GetBytes(id), -1);
        }

        var given = new List<int>();
        pending.Flush(long.MaxValue, (in PendingEvent next, byte[] payloads) => given.Add(BitConverter.ToInt32(payloads, next.Start)));
        Assert.Equal([1, 3, 6, 2, 4, 5], given);
    }
}
