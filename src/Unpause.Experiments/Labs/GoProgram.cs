namespace Unpause.Experiments.Labs;

/// <summary>A lab that is written in Go.</summary>
internal static class GoProgram
{
    /// <summary>
    /// Compiles the lab's module. It needs only the standard library: nothing is downloaded, and no C library is used.
    /// </summary>
    /// <param name="folder">Where its sources are.</param>
    /// <param name="name">What the program is to be called.</param>
    /// <returns>The program.</returns>
    /// <exception cref="UserMistake">There is no Go, or it doesn't compile.</exception>
    public static string Compile(LabFolder folder, string name)
    {
        var program = folder[name];
        var start = new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", program, "."]) { WorkingDirectory = folder.Path };
        // The user's build settings must not affect this module.
        (string, string)[] own =
            [("CGO_ENABLED", "0"), ("GO111MODULE", "on"), ("GOFLAGS", ""), ("GOWORK", "off"), ("GOTOOLCHAIN", "local"), ("GODEBUG", "")];
        foreach (var (variable, value) in own) start.Environment[variable] = value;
        LabCompiler.Run(start, "apt-get install golang-go");
        return program;
    }
}
