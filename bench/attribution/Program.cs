using Unpause.Bench.Attribution;

// generate FOLDER REQUESTS PAUSES | join FOLDER | engine FOLDER | utilisation PAUSES
switch (args)
{
    case ["generate", var folder, var requests, var pauses]:
        Workload.Generate(folder, int.Parse(requests), int.Parse(pauses));
        return 0;
    case ["join", var folder]:
        return Measure.Join(folder);
    case ["engine", var folder]:
        return Measure.Engine(folder);
    case ["utilisation", var pauses]:
        return UtilisationRow.Run(int.Parse(pauses));
    default:
        Console.Error.WriteLine("usage: generate FOLDER REQUESTS PAUSES | join FOLDER | engine FOLDER | utilisation PAUSES");
        return 2;
}
