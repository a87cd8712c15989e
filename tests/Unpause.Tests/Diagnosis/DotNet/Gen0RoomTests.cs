using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class Gen0RoomTests
{
    /// <summary>Calls, a leak and native memory start collections whatever the size of gen0.</summary>
    [Theory]
    [InlineData("induced")]
    [InlineData("rising-leak")]
    [InlineData("pressure")]
    public void Setting_AnotherCause_IsNotAdvised(string sample) => Assert.Null(Gen0Room.Setting(NettraceSample.Read(sample)));

    [Fact]
    public void Setting_YoungGarbage_IsAdvised() => Assert.NotNull(Gen0Room.Setting(NettraceSample.Read("small-gen0")));

    /// <summary>A queue of 200,000 arrays of 224 bytes: an array lives while 45 MB are allocated, fewer while it fills.</summary>
    [Fact]
    public void Bytes_Queue_AreItsLength() =>
        Assert.InRange(Gen2Lifetime.Bytes(NettraceSample.Read("through"))!.Value, 22_000_000, 90_000_000);
}
