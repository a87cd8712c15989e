using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Requests.Attribution.Owners;

namespace Unpause.Tests.Analysis.Attribution.Owners;

public sealed class TieTests
{
    private const string Container = "4c01db0b339c7a1d9f6a2c1b5d3e8f7a4c01db0b339c7a1d9f6a2c1b5d3e8f7a";
    private static readonly Service Shop = new("shop", null, null);

    public static TheoryData<string, Service, string> Services => new()
    {
        { "nothing said", Shop, nameof(TieStrength.Possible) },
        { "another runtime", Shop with { Language = "go", ProcessId = 4135 }, nameof(TieStrength.OtherRuntime) },
        { "its runtime", Shop with { Language = "java" }, nameof(TieStrength.Possible) },
        { "a name in the command line", new Service("order", null, null), nameof(TieStrength.Name) },
        { "a name in the file's name", new Service("till", null, null), nameof(TieStrength.Name) },
        { "a short name inside another word", new Service("or", null, null), nameof(TieStrength.Possible) },
        { "the process id", Shop with { ProcessId = 4135 }, nameof(TieStrength.ProcessId) },
        { "the process id on a host of another name", Shop with { ProcessId = 4135, Host = "node-7" }, nameof(TieStrength.ProcessId) },
        { "another process id", Shop with { ProcessId = 4136 }, nameof(TieStrength.OtherProcess) },
        { "another process id in the same container", Shop with { ProcessId = 7, Container = Container }, nameof(TieStrength.Instance) },
        { "the container by its short id", Shop with { Container = Container[..12] }, nameof(TieStrength.Instance) },
        { "another container", Shop with { Container = new string('a', 64), ProcessId = 4135 }, nameof(TieStrength.OtherProcess) },
        { "the host", Shop with { Host = "web-3.shop.example" }, nameof(TieStrength.Possible) },
        { "another host", Shop with { Host = "web-4" }, nameof(TieStrength.OtherProcess) },
        { "the host's pod", Shop with { Pod = "web-3", Host = "node-7" }, nameof(TieStrength.Instance) },
        { "the instance", Shop with { Instance = "a1" }, nameof(TieStrength.Instance) },
        { "another instance", Shop with { Instance = "a2" }, nameof(TieStrength.OtherProcess) },
    };

    [Theory]
    [MemberData(nameof(Services))]
    public void Tie_WhatBothSay_Decides(string what, Service served, string expected)
    {
        var source = new SourceBuilder { Format = "test", Runtime = Runtimes.Jvm, ProcessId = 4135, Command = "java -jar order-1.2.jar" };
        source.Files = ["/logs/gc-till.log"];
        var recording = new RecordingBuilder { Source = source }.Build();
        var identity = new RunIdentity
        {
            Host = "web-3",
            Container = Container,
            Labels = [new("service.instance.id", "a1")],
        };
        Assert.Equal((what, expected), (what, Tie.Compare(served, recording, identity).Strength.ToString()));
    }

    [Theory]
    [InlineData(Runtimes.Jvm, "java", null, true)]
    [InlineData(Runtimes.Jvm, "ruby", "jruby", true)]
    [InlineData(Runtimes.Jvm, null, "OpenJDK Runtime Environment", true)]
    [InlineData(Runtimes.Jvm, "go", null, false)]
    [InlineData(Runtimes.Jvm, null, "nodejs", false)]
    [InlineData(Runtimes.Jvm, null, "cpython", false)]
    [InlineData(Runtimes.Jvm, "cobol", null, null)]
    [InlineData(Runtimes.Jvm, null, null, null)]
    [InlineData(Runtimes.Jvm, "java", "Some VM", true)]
    [InlineData(Runtimes.CPython, "python", "cpython", true)]
    [InlineData(Runtimes.CPython, "python", "pypy", false)]
    [InlineData(Runtimes.Go, "go", "gc", true)]
    [InlineData(Runtimes.Go, null, "go", true)]
    [InlineData(Runtimes.DotNet, "dotnet", ".NET", true)]
    [InlineData(Runtimes.DotNet, "java", null, false)]
    [InlineData("made-up", "java", null, null)]
    public void Tie_LanguageAndRuntime_DecideWhatRunsWhere(string runtime, string? language, string? ownName, bool? expected) =>
        Assert.Equal(expected, Runtimes.TraitsOf(runtime).Runs(language, ownName));

    [Theory]
    [InlineData(10, 10, 0.413)] // Exact 99 % bound of a Poisson mean with 10 seen: 4.13.
    [InlineData(100, 100, 0.782)] // 78.2.
    [InlineData(0, 100, 0)]
    public void EndingsInPauses_ForeignShare_HasALowerBound(long inside, double byChance, double least) =>
        Assert.InRange(new EndingsInPauses(inside, byChance, 20).LeastForeign, least - 0.015, least + 0.015);

    [Theory]
    [InlineData(0, 20, true)] // At most 3.0 with 95 %.
    [InlineData(0, 5, false)] // Too few to tell.
    [InlineData(20, 20, false)]
    [InlineData(2, 100, true)]
    public void EndingsInPauses_FewInsidePauses_Fit(long inside, double byChance, bool fits) =>
        Assert.Equal(fits, new EndingsInPauses(inside, byChance, 20).Fits);
}
