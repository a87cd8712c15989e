namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE004: where it fires, where it is silent, what the fix makes.</summary>
public sealed class InducedCollectionTests
{
    private const string Id = "UNPAUSE004";

    [Theory]
    [InlineData("Use(1); GC.Collect(); Use(2);", "Use(1); Use(2);")]
    [InlineData("GC.Collect(2, GCCollectionMode.Forced, true, true);", "await Task.Yield();")]
    [InlineData("GC.Collect(GC.MaxGeneration);", "await Task.Yield();")]
    [InlineData("var oldest = GC.MaxGeneration; GC.Collect(oldest, GCCollectionMode.Default);", "var oldest = GC.MaxGeneration;")]
    [InlineData("GC.Collect(2, GCCollectionMode.Aggressive);", "await Task.Yield();")]
    [InlineData("if (args.Length > 0) GC.Collect(); else Use(1);", "if (args.Length > 0) { } else Use(1);")]
    [InlineData("Action act = () => GC.Collect(); act();", "Action act = () => { }; act();")]
    [InlineData("switch (args.Length) { case 1: GC.Collect(); break; }", "case 1: break;")]
    public void InducedCollection_FullCollection_IsRemoved(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected);

    [Theory]
    [InlineData("public void Clean() => GC.Collect();", "public void Clean()\n    {\n    }")]
    [InlineData("public Program() => GC.Collect();", "public Program()\n    {\n    }")]
    [InlineData("~Program() => GC.Collect();", "~Program()\n    {\n    }")]
    [InlineData("public int Size { get => 1; set => GC.Collect(); }", "get => 1; set { }")]
    [InlineData("public void Do() { void Clean() => GC.Collect(); Clean(); }", "void Clean() { }")]
    public void InducedCollection_OnlyStatementOfAMember_LeavesAnEmptyBody(string member, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithMembers(member), expected);

    [Fact]
    public void InducedCollection_CommentBehindTheCall_StaysInItsPlace() => Checked.Repaired(
        Id, SampleProgram.WithMembers("public void Do()\n    {\n        GC.Collect(); // Why.\n        Use(1);\n    }"),
        "    {\n        // Why.\n        Use(1);\n    }");

    [Fact]
    public void InducedCollection_CommentBeforeTheCall_Stays() => Checked.Repaired(
        Id, SampleProgram.WithMembers("public void Do()\n    {\n        // Why.\n        GC.Collect();\n        Use(1);\n    }"),
        "    {\n        // Why.\n        Use(1);\n    }");

    [Fact]
    public void InducedCollection_TopLevelStatement_IsRemoved()
    {
        // Top-level statements want an executable, which a library's compilation says; that is no fault of the fix.
        var program = SampleProgram.FromFiles("System.Console.WriteLine(1);\nSystem.GC.Collect();\nSystem.Console.WriteLine(2);\n");
        var repaired = program.Repaired(Assert.Single(program.Flagged));
        Assert.Equal("System.Console.WriteLine(1);\nSystem.Console.WriteLine(2);\n", repaired?.Text);
    }

    [Theory]
    [InlineData("GC.KeepAlive(args);")]
    [InlineData("GC.Collect(0);")]
    [InlineData("GC.Collect(1);")]
    [InlineData("const int Young = 0; GC.Collect(Young, GCCollectionMode.Forced);")]
    [InlineData("GC.Collect(2, GCCollectionMode.Optimized);")]
    [InlineData("GC.Collect(args.Length);")]
    [InlineData("for (var young = 0; young < 2; young++) GC.Collect(young);")]
    [InlineData("GC.Collect(2, args.Length > 0 ? GCCollectionMode.Forced : GCCollectionMode.Optimized);")]
    [InlineData("GC.Collect(2, GCCollectionMode.Default, blocking: args.Length > 0);")]
    [InlineData("GC.Collect(2, GCCollectionMode.Default, blocking: false);")]
    [InlineData("GC.Collect(GC.MaxGeneration, GCCollectionMode.Optimized, true, false);")]
    public void InducedCollection_OtherCalls_AreNotFlagged(string statement) => Checked.Silent(SampleProgram.WithBody(statement));
}
