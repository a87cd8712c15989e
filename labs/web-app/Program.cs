// The service of incident 1 and its load.
//   web-app serve MODE                                     serves on a free port until its standard input ends
//   web-app run FOLDER MODE [--seconds N] [--rate N] [--seed N]   serves in a child process, sends the load, stops it
// MODE is original, fixed, or one fix alone: caches, answers, limit.
using WebApp;

switch (args)
{
    case ["serve", var mode]:
        await Service.RunAsync(Variant.Named(mode));
        return 0;
    case ["run", var folder, var mode, .. var options]:
        return await Driver.RunAsync(folder, mode, LoadPlan.Parse(options));
    default:
        await Console.Error.WriteLineAsync(
            "usage: web-app serve MODE | web-app run FOLDER MODE [--seconds N] [--rate N] [--seed N]; "
            + "MODE is original, caches, answers, limit or fixed");
        return 2;
}
