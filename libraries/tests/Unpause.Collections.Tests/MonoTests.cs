using System.Diagnostics;
using System.Reflection;

namespace Unpause.Collections.Tests;

/// <summary>The netstandard2.0 builds of both libraries under mono, which stands for .NET Framework here.</summary>
public sealed class MonoTests
{
    [Fact]
    public async Task NetstandardBuilds_OnMono_AgreeWithTheStandardTypes()
    {
        var program =
            typeof(MonoTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "MonoProgram").Value!;
        var start = new ProcessStartInfo("mono", [program, "1"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false
        };
        using var mono = Process.Start(start)!; // not found: mono-runtime and the libmono packages that ./test installs are missing
        var error = mono.StandardError.ReadToEndAsync();
        var output = await mono.StandardOutput.ReadToEndAsync();
        await mono.WaitForExitAsync();
        Assert.Equal("ok on Runtime", output.Trim());
        Assert.Equal("", await error);
        Assert.Equal(0, mono.ExitCode);
    }
}
