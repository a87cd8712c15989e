namespace Unpause.Analyzers.Tests;

/// <summary>What the tests of each rule have in common.</summary>
internal static class Checked
{
    /// <summary>Nothing is said of the program.</summary>
    public static void Silent(SampleProgram program)
    {
        Assert.Empty(program.Faults);
        Assert.Empty(program.Flagged);
    }

    /// <summary>One place is flagged, and what the fix makes compiles, is flagged no more, and has these texts.</summary>
    public static void Repaired(string id, SampleProgram program, params string[] expected)
    {
        Assert.Empty(program.Faults);
        var found = Assert.Single(program.Flagged);
        Assert.Equal(id, found.Id);
        var repaired = program.Repaired(found);
        Assert.NotNull(repaired);
        Assert.Empty(repaired.Faults);
        foreach (var text in expected) Assert.True(repaired.Text.Contains(text, StringComparison.Ordinal), repaired.Text);
        Assert.DoesNotContain(repaired.Flagged, left => left.Id == id);
    }

    /// <summary>One place is flagged, and nothing is offered, because nothing would compile.</summary>
    public static void FlaggedAlone(string id, SampleProgram program)
    {
        Assert.Empty(program.Faults);
        var found = Assert.Single(program.Flagged);
        Assert.Equal(id, found.Id);
        Assert.Null(program.Repaired(found));
    }
}
