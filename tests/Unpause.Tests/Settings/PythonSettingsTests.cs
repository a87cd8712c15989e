using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>Runs all installed CPython versions with each setting and checks the effect that the catalogue describes.</summary>
[Trait("Tier", "live")]
public class PythonSettingsTests
{
    private const string Program =
        "import gc, sys\n"
        + "{0}\n"
        + "before = sum(g['collections'] for g in gc.get_stats())\n"
        + "kept = [[i] for i in range(60000)]\n"
        + "print('version=%d.%d.%d' % sys.version_info[:3])\n"
        + "print('collections=%d' % (sum(g['collections'] for g in gc.get_stats()) - before))\n"
        + "print('thresholds=%s' % ','.join(str(t) for t in gc.get_threshold()))\n"
        + "print('freezes=%s' % hasattr(gc, 'freeze'))\n";

    private static readonly string[] Shown =
    [
        "gc.set_threshold", "gc.disable", "gc.freeze", "gc.collect", "gc.callbacks", "gc.set_debug", "PYTHONMALLOC", "PYTHONMALLOCSTATS",
        "PYTHONTRACEMALLOC",
    ];

    /// <summary>The interpreter of the machine, and those of pyenv.</summary>
    public static TheoryData<string> Interpreters =>
    [
        "/usr/bin/python3",
        .. Directory.Exists(Pyenv) ? Directory.GetDirectories(Pyenv, "3.*").Order().Select(folder => $"{folder}/bin/python3") : [],
    ];

    private static string Pyenv => Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".pyenv", "versions");

    [Fact]
    public void Catalogue_EachSetting_IsTestedOrSaysWhyNot() => Assert.Equal(
        [], SettingCatalogue.Get(RuntimeNaming.CPython).All.Where(one => one.Untried is null).Select(one => one.Name).Except(Shown));

    [Theory]
    [MemberData(nameof(Interpreters))]
    public void Thresholds_Default_AreThoseOfTheVersion(string python)
    {
        var ordinary = Run(python, "pass");
        var version = VersionRange.OfRuntime(ordinary.Value("version"), RuntimeNaming.CPython)!.Value;
        var catalogue = SettingCatalogue.Get(RuntimeNaming.CPython);
        Assert.Equal(catalogue.Find("gc.set_threshold")!.DefaultFor(version), ordinary.Value("thresholds"));
        Assert.Equal(catalogue.Find("gc.freeze")!.IsKnownTo(version), ordinary.Value("freezes") == "True");
        var raised = Run(python, "gc.set_threshold(10_000, 20, 10)");
        Assert.Equal(catalogue.Find("gc.set_threshold")!.Example, raised.Value("thresholds"));
        var (few, many) = (int.Parse(raised.Value("collections")), int.Parse(ordinary.Value("collections")));
        Assert.True(few * 3 < many, $"{few} of {many}");
        Assert.Equal("0", Run(python, "gc.disable()").Value("collections"));
    }

    [Fact]
    public void Freeze_Objects_AreNotCollected()
    {
        const string Tracked = "gc.collect(); gc.freeze(); print('tracked=%d' % len(gc.get_objects()))";
        Assert.InRange(int.Parse(Run("/usr/bin/python3", Tracked).Value("tracked")), 0, 20);
    }

    [Fact]
    public void PythonSettings_CallsAndCallbacks_AreRecorded()
    {
        var called = Run(
            "/usr/bin/python3", "n = []; gc.callbacks.append(lambda phase, info: n.append(phase)); gc.collect(); print('told=%s' % n)");
        Assert.Equal("['start', 'stop']", called.Value("told"));
        Assert.Contains("gc: collecting generation", Run("/usr/bin/python3", "gc.set_debug(gc.DEBUG_STATS); gc.collect()").Error);
    }

    [Fact]
    public void PythonSettings_InterpreterVariables_HaveTheDescribedEffect()
    {
        const string Arenas = "arenas";
        var (pymalloc, malloc) = (Start(("PYTHONMALLOCSTATS", "1")), Start(("PYTHONMALLOCSTATS", "1"), ("PYTHONMALLOC", "malloc")));
        Assert.Contains(Arenas, pymalloc.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(Arenas, malloc.Error, StringComparison.Ordinal);
        Assert.Equal("True", Start(("PYTHONTRACEMALLOC", "1")).Value("traced"));
        Assert.Equal("False", Start().Value("traced"));
    }

    private static StartedProgram Start(params (string Name, string Value)[] environment) =>
        StartedProgram.Run("/usr/bin/python3", ["-c", "import tracemalloc; print('traced=%s' % tracemalloc.is_tracing())"], environment);

    private static StartedProgram Run(string python, string statement)
    {
        var ended = StartedProgram.Run(python, ["-S", "-c", Program.Replace("{0}", statement, StringComparison.Ordinal)]);
        Assert.True(ended.ExitCode == 0, $"{python}: {ended.Error}");
        return ended;
    }
}
