using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Kernel records, byte by byte (perf_event_open(2), "MMAP layout").</summary>
public sealed class PerfRecordTests
{
    [Fact]
    public void PerfRing_Fork_HasParentAndTime()
    {
        byte[] record =
        [
            7, 0, 0, 0, 0, 0, 56, 0, // type, misc, size
            10, 0, 0, 0, 9, 0, 0, 0, 11, 0, 0, 0, 9, 0, 0, 0, // pid, ppid, tid, ptid
            1, 0, 0, 0, 0, 0, 0, 0, // time
            10, 0, 0, 0, 11, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, // pid, tid, time, id
        ];
        Assert.Equal(new PerfRecord(258, PerfRecordKind.Fork, 10, 9), PerfRing.Parse(record));
    }

    [Fact]
    public void PerfRing_Hit_HasEventAndFirstArgument()
    {
        byte[] record =
        [
            9, 0, 0, 0, 2, 0, 48, 0,
            77, 0, 0, 0, 0, 0, 0, 0, // id
            10, 0, 0, 0, 11, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, // pid, tid, time
            2, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, // abi, register
        ];
        Assert.Equal(new PerfRecord(5, PerfRecordKind.Hit, 10, Id: 77, Value: 8) { Thread = 11 }, PerfRing.Parse(record));
        // A kernel thread has no user registers.
        Assert.Equal(ulong.MaxValue, PerfRing.Parse(record.AsSpan(0, 40))!.Value.Value);
    }

    [Fact]
    public void PerfRing_CommWithoutExec_IsIgnored()
    {
        var record = new byte[56];
        record[0] = 3;
        Assert.Null(PerfRing.Parse(record));
        record[5] = 0x20;
        Assert.Equal(PerfRecordKind.Exec, PerfRing.Parse(record)!.Value.Kind);
    }

    [Fact]
    public void PerfRing_RandomBytes_AreARecordOrNull()
    {
        var random = new Random(1);
        for (var round = 0; round < 10_000; round++)
        {
            var record = new byte[8 + random.Next(80)];
            random.NextBytes(record);
            record[0] = (byte)random.Next(12);
            record[1] = record[2] = record[3] = 0;
            PerfRing.Parse(record);
        }
    }

    [Theory]
    [InlineData("0-3,8,10-11\n", "0 1 2 3 8 10 11")]
    [InlineData("0", "0")]
    [InlineData("", "")]
    [InlineData("3-1", "")]
    [InlineData("0-99999999", "")]
    [InlineData("a-b", "")]
    public void OnlineProcessors_List_IsParsed(string list, string numbers) =>
        Assert.Equal(numbers, string.Join(' ', OnlineProcessors.Parse(list)));

    [Theory]
    [InlineData("go1.21", true)]
    [InlineData("go1.22rc1", true)]
    [InlineData("devel go1.26-0ed6cb2 Mon", true)]
    [InlineData("go2.0", true)]
    [InlineData("go1.20.14", false)]
    [InlineData("go1.3", false)]
    [InlineData("1.22", false)]
    [InlineData("go", false)]
    public void GoVersion_AtLeast_IsCompared(string version, bool isLater) => Assert.Equal(isLater, GoVersion.IsAtLeast(version, 1, 21));
}
