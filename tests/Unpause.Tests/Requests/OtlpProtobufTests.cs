using Unpause.Requests;

namespace Unpause.Tests.Requests;

public sealed class OtlpProtobufTests
{
    private const long At = 1_673_771_025_000_000_000;

    [Fact]
    public void OtlpProtobuf_Message_GivesIdsTimesKindsAndService()
    {
        var set = Assert.Single(Given.Load(ProtobufTraces.Message(At)).Sets);
        Assert.Equal("otlp-protobuf", set.Format);
        Assert.Equal([0x0aUL, 0x0b], set.Spans.Select(span => span.Id));
        Assert.Equal([0UL, 0x0a], set.Spans.Select(span => span.ParentId));
        Assert.Equal([100_000_000L, 30_000_000], set.Spans.Select(span => span.DurationNanoseconds));
        Assert.Equal(new Service("shop", 42, null), set.Services[set.Spans[1].Service]);
        Assert.Equal(new Request(At, 100_000_000, 0, 0, 0), Assert.Single(set.Requests));
        Assert.Equal(["GET /"], set.Names);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void OtlpProtobuf_MessagesInARow_AreRead(bool fixedLength)
    {
        var set = Assert.Single(Given.Load(ProtobufTraces.Framed(At, fixedLength)).Sets);
        Assert.Equal([At, At + 1_000_000_000], set.Requests.Select(request => request.StartUnixNanoseconds));
        Assert.False(set.Coverage.Unreadable);
    }

    [Fact]
    public void OtlpProtobuf_ConcatenatedMessages_AreOneMessage()
    {
        var message = ProtobufTraces.Message(At);
        Assert.Equal(4, Assert.Single(Given.Load([.. message, .. message]).Sets).Spans.Count);
    }

    [Fact]
    public void OtlpProtobuf_EveryPrefixAndChangedByte_DoesNotThrow()
    {
        foreach (var bytes in new[] { ProtobufTraces.Message(At), ProtobufTraces.Framed(At, true), ProtobufTraces.Framed(At, false) })
        {
            for (var length = 0; length < bytes.Length; length++)
            {
                Assert.All(Given.Load(bytes[..length]).Sets, set => Assert.True(set.Spans.Count <= 4));
            }

            for (var index = 0; index < bytes.Length; index++)
            {
                var changed = bytes.ToArray();
                changed[index] ^= 0xff;
                Assert.All(Given.Load(changed).Sets, set => Assert.True(set.Spans.Count <= 4));
            }
        }
    }

    [Fact]
    public void OtlpProtobuf_LengthBeyondTheInput_IsNotAllocated()
    {
        // A frame and a ResourceSpans that claim 200 MB, with 40 bytes behind.
        byte[] bytes = [0x0b, 0xeb, 0xc2, 0x00, 0x0a, 0x80, 0x84, 0xaf, 0x5f, 0x0a, 0x02, .. new byte[40]];
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Empty(Given.Load(bytes).Sets);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 20_000_000);
    }
}
