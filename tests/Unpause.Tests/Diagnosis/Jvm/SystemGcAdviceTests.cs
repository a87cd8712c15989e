using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Recordings;

namespace Unpause.Tests.Diagnosis.Jvm;

/// <summary>Direct buffers are freed by System.gc(): disabling it ends such a program with OutOfMemoryError.</summary>
public class SystemGcAdviceTests
{
    private static readonly string[] Buffers = ["java.lang.System.gc", "java.nio.Bits.reserveMemory", "shop.Upload.read"];
    private static readonly string[] Code = ["java.lang.System.gc", "shop.Jobs.clean"];

    [Fact]
    public void Callers_DirectBuffers_GetALargerLimitAndNoSwitchOff()
    {
        var advice = SystemGcAdvice.Advise(Recording((Buffers, 9), (Code, 2)));
        Assert.Equal("-XX:MaxDirectMemorySize=1024m", Assert.Single(advice).Setting);
    }

    [Fact]
    public void Callers_CodeOnly_MayDisableIt() => Assert.Contains(
        SystemGcAdvice.Advise(Recording((Code, 5))), advice => advice.Setting == "-XX:+DisableExplicitGC");

    [Fact]
    public void Callers_SomeBuffersOrUnknown_NeverDisableIt()
    {
        Assert.DoesNotContain(
            SystemGcAdvice.Advise(Recording((Code, 9), (Buffers, 2))), advice => advice.Setting?.Contains("Disable") == true);
        var unknown = SystemGcAdvice.Advise(Recording());
        Assert.DoesNotContain(unknown, advice => advice.Setting?.StartsWith("-X", StringComparison.Ordinal) == true);
        Assert.Contains(unknown, advice => advice.Text.Contains("MaxDirectMemorySize", StringComparison.Ordinal));
    }

    private static Recording Recording(params (string[] Stack, long Count)[] calls) =>
        Samples.Of("[0.001s][info][gc] Using G1\n").Single() with
        {
            InducedBy = [.. calls.Select(call => new InducedCall(call.Count, call.Stack))],
        };
}
