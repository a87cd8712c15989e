using System.Globalization;
using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>Runs a Go program with each setting and checks the effect that the catalogue describes.</summary>
[Trait("Tier", "live")]
public sealed class GoSettingsTests(GoSettingsTests.Built built) : IClassFixture<GoSettingsTests.Built>
{
    private static readonly string[] Shown =
    [
        "GOGC", "GOMEMLIMIT", "GOMAXPROCS", "debug.FreeOSMemory", "runtime.GC", "debug.SetMaxStack", "gctrace", "gcpacertrace", "scavtrace",
        "gcstoptheworld",
    ];

    [Fact]
    public void Catalogue_EachSetting_IsTestedOrSaysWhyNot()
    {
        var all = SettingCatalogue.Get(RuntimeNaming.Go).All;
        Assert.Equal([], all.Where(setting => setting.Untried is null).Select(setting => setting.Name).Except(Shown));
        // GODEBUG settings of this Go version are in its source; later ones have a version in the catalogue.
        var known = File.ReadAllText(Path.Combine(Built.Root(), "src", "runtime", "runtime1.go"));
        var version = VersionRange.OfRuntime(Built.Version(), RuntimeNaming.Go)!.Value;
        Assert.All(all.Where(setting => setting.Variable?.StartsWith("GODEBUG=", StringComparison.Ordinal) == true), setting =>
            Assert.Equal(setting.IsKnownTo(version), known.Contains($"\"{setting.Name}\"", StringComparison.Ordinal)));
    }

    [Fact]
    public void Gogc_Value_DecidesHeapGrowth()
    {
        var (ordinary, variable, call) = (built.Run(), built.Run(("GOGC", "400")), built.Run(("CALL", "SetGCPercent")));
        Assert.Equal(("100", "400", "400"), (ordinary.Value("percent"), variable.Value("percent"), call.Value("percent")));
        var goal = long.Parse(ordinary.Value("goal"));
        // Twice the live heap with 100, five times with 400.
        Assert.InRange(long.Parse(variable.Value("goal")), 2 * goal, 3 * goal);
        Assert.InRange(long.Parse(call.Value("goal")), 2 * goal, 3 * goal);
    }

    [Fact]
    public void MemoryLimit_HighGogc_LimitsTheHeap()
    {
        var unbound = int.Parse(built.Run(("GOGC", "off")).Value("collections"));
        var bound = built.Run(("GOGC", "off"), ("GOMEMLIMIT", "64MiB"));
        Assert.Equal(0, unbound);
        Assert.True(int.Parse(bound.Value("collections")) > 0);
        Assert.Equal((64L << 20).ToString(), bound.Value("limit"));
        Assert.Equal((64L << 20).ToString(), built.Run(("CALL", "SetMemoryLimit")).Value("limit"));
        Assert.Equal(long.MaxValue.ToString(), built.Run().Value("limit"));
    }

    [Fact]
    public void GoSettings_GomaxprocsAndCalls_AreRecorded()
    {
        Assert.Equal("1", built.Run(("GOMAXPROCS", "1")).Value("processors"));
        Assert.Equal("0", built.Run().Value("forced"));
        Assert.Equal("1", built.Run(("CALL", "GC")).Value("forced"));
        var freed = built.Run(("CALL", "FreeOSMemory"));
        Assert.Equal("1", freed.Value("forced"));
        Assert.InRange(long.Parse(freed.Value("unreleased")), 0, 4 << 20);
        var deep = built.Run(("CALL", "SetMaxStack"));
        Assert.NotEqual(0, deep.ExitCode);
        Assert.Contains("goroutine stack exceeds 1048576-byte limit", deep.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("gctrace", "gc 1 @")]
    [InlineData("gcpacertrace", "pacer: ")]
    [InlineData("scavtrace", "scav ")]
    public void Godebug_TraceSetting_PrintsItsLine(string name, string line)
    {
        Assert.Contains(line, built.Run(("GODEBUG", $"{name}=1")).Error, StringComparison.Ordinal);
        Assert.DoesNotContain(line, built.Run().Error, StringComparison.Ordinal);
    }

    /// <summary>A stop-the-world cycle is one pause, without CPU time of assists or idle workers.</summary>
    [Fact]
    public void GcStopTheWorld_On_MakesTheWholeCycleAPause()
    {
        static double Assists(string error) => error.Split('\n').Where(line => line.StartsWith("gc ", StringComparison.Ordinal))
            .Sum(line => double.Parse(line.Split("ms clock, ")[1].Split('+')[1].Split('/')[0], CultureInfo.InvariantCulture));
        Assert.Equal(0, Assists(built.Run(("GODEBUG", "gctrace=1,gcstoptheworld=1")).Error));
        Assert.True(Assists(built.Run(("GODEBUG", "gctrace=1")).Error) > 0);
    }

    /// <summary>The program, compiled once.</summary>
    public sealed class Built : IDisposable
    {
        private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("unpause-test-");

        public Built()
        {
            var source = RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "go", "settings", "settings.go");
            var built = StartedProgram.Run("go", ["build", "-o", Program, source], ("GOFLAGS", "-mod=mod"), ("GOTOOLCHAIN", "local"));
            Assert.True(built.ExitCode == 0, built.Error);
        }

        private string Program => Path.Combine(_folder.FullName, "settings");

        internal static string Root() => StartedProgram.Run("go", ["env", "GOROOT"]).Output.Trim();

        internal static string Version() => StartedProgram.Run("go", ["env", "GOVERSION"]).Output.Trim();

        public void Dispose() => _folder.Delete(recursive: true);

        internal StartedProgram Run(params (string Name, string Value)[] environment) =>
            StartedProgram.Run(Program, [], environment);
    }
}
