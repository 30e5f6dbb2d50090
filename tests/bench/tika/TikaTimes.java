// SPDX-License-Identifier: Apache-2.0
//
// java -cp tika-app.jar TikaTimes.java LIST REPEATS: the text of each file of
// LIST by Apache Tika in one warm process: path, milliseconds of the thread's
// processor time (the best of REPEATS; the compiler's and the garbage
// collector's threads do not count), characters, separated by tabs; -1 where it
// fails.
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.ocr.TesseractOCRConfig;
import org.apache.tika.sax.BodyContentHandler;

public class TikaTimes {
  public static void main(String[] arguments) throws Exception {
    AutoDetectParser parser = new AutoDetectParser();
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    int repeats = Integer.parseInt(arguments[1]);
    try (BufferedReader list = new BufferedReader(new FileReader(arguments[0]))) {
      for (String line; (line = list.readLine()) != null; ) {
        String path = line.split("\t")[0];
        double best = -1;
        int characters = 0;
        for (int i = 0; i < repeats; ++i) {
          ParseContext context = new ParseContext();
          TesseractOCRConfig ocr = new TesseractOCRConfig();
          ocr.setSkipOcr(true);
          context.set(TesseractOCRConfig.class, ocr);
          context.set(Parser.class, parser);
          BodyContentHandler text = new BodyContentHandler(-1);
          Metadata metadata = new Metadata();
          metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY,
              Paths.get(path).getFileName().toString());
          long start = clock.getCurrentThreadCpuTime();
          try (InputStream in = Files.newInputStream(Paths.get(path))) {
            parser.parse(in, text, metadata, context);
            double spent = (clock.getCurrentThreadCpuTime() - start) / 1e6;
            best = best < 0 ? spent : Math.min(best, spent);
            characters = text.toString().length();
          } catch (Throwable failure) {
            break;
          }
        }
        System.out.println(path + "\t" + best + "\t" + characters);
      }
    }
  }
}
